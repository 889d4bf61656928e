import { randomBytes, randomUUID } from 'node:crypto';
import { names } from '@voltloop/resources/names.ts';
import { expect, test } from 'vitest';
import { startTestOffice } from '../../../testing/office.ts';
import { setUp } from '../../../testing/set-up.ts';
import { openFile } from './open-file.ts';
import { attachFiles } from './unused.ts';

const office = setUp(() => startTestOffice());

/** A text that the main account, or another account, has uploaded. */
async function uploaded(by = office.main.id): Promise<string> {
  const id = randomUUID();
  await office.server.services.pool.query(
    `insert into files (id, tenant_id, account_id, name, type, size_bytes, sha256)
      values ($1, $2, $3, 'report.txt', 'text/plain', 4, $4)`,
    [id, office.tenantId, by, randomBytes(32)],
  );
  return id;
}

/** Whether an account of the back office with these rights can open a file. */
async function opens(id: string, ...rights: number[]): Promise<boolean> {
  const { services } = office.server;
  const staff = await office.server.account('staff', office.main);
  const { caller, ...ctx } = office.server.as(staff);
  const asStaff = { ...ctx, caller: { ...caller, rights: new Set(rights) } };
  return openFile(services, asStaff, id).then(
    () => true,
    () => false,
  );
}

let made = 0;
/** An enterprise with files in a permit. */
const enterprise = (file: string[]) => office.make('/enterprise', withPermit(file));
const withPermit = (file: string[]) => ({
  name: `企业 ${++made}`,
  kind: 5,
  duns: String(123_456_780 + made),
  contact: '王小明',
  phone: '13800138000',
  region: '440305',
  address: '科技园路1号',
  permits: [{ type: 1, no: 'P1', file }],
});

test('a file of a record is opened with the right to view its kind', async () => {
  const id = await uploaded();
  expect(await opens(id, names.enterprise.menu)).toBe(false);
  await enterprise([`/files/${id}`]);
  expect(await opens(id, names.enterprise.menu)).toBe(true);
  expect(await opens(id, names.invoice.menu, names.driver.menu)).toBe(false);
});

test('neither another’s upload nor an address outside can be attached to a record', async () => {
  const staff = await office.server.account('staff', office.main);
  const id = await uploaded(staff.id);
  for (const file of [
    `/files/${id}`,
    `/files/${randomUUID()}`,
    'https://example.com/a.png',
    'javascript:alert(1)',
  ]) {
    expect(await office.post('/enterprise/insert', withPermit([file])), file).toMatchObject({
      status: 400,
      data: [{ path: 'permits.0.file', key: 'resource.foreignFile' }],
    });
  }
  expect(await opens(id, names.enterprise.menu)).toBe(false);
});

test('attaching the file of another kind of record does not open it', async () => {
  const id = await uploaded();
  const { db, clock } = office.server.services;
  await db
    .transaction()
    .execute((trx) => attachFiles(trx, `/files/${id}`, { now: clock(), resource: 'driver' }));
  await enterprise([`/files/${id}`]);
  expect([await opens(id, names.driver.menu), await opens(id, names.enterprise.menu)]).toEqual([true, false]);
});
