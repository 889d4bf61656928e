import type { ChainStep } from '@voltloop/contract';
import { beforeAll, expect, test } from 'vitest';
import { type AuditContent, auditHash } from '../../../platform/audit-hash.ts';
import { startTestOffice, type TestOffice } from '../../../testing/office.ts';
import type { TestServer } from '../../../testing/server.ts';
import { setUp } from '../../../testing/set-up.ts';

/** A trail that begins with rows of version 0.1, whose tenants share one chain. */

const office = setUp(startTestOffice);
let server: TestServer;
let main: TestOffice['main'];
let other: { tenantId: string; token: string };

const sql = (text: string, values: unknown[] = []) => server.services.pool.query(text, values);

const check = async (token = office.token, after = 0, rows = 10_000) =>
  (await server.call(token, 'POST', '/log/check', { after, rows })).data as ChainStep;

/** Writes a row as version 0.1 does, and returns its number. */
async function writeShared(tenantId: string, action: string): Promise<number> {
  const before: Buffer | null =
    (await sql('select hash from audit order by seq desc limit 1')).rows[0]?.hash ?? null;
  const content: AuditContent = {
    at: new Date('2026-01-01T00:00:00Z'),
    tenant_id: tenantId,
    actor_id: null,
    actor_name: null,
    role_id: null,
    action,
    object_type: null,
    object_id: null,
    ip: null,
    result: 'ok',
    details: { action },
  };
  const { rows } = await sql(
    `insert into audit (at, tenant_id, action, details, prev_hash, hash, hash_form) values ($1, $2, $3, $4, $5, $6, 2)
      returning seq::float8 as seq`,
    [content.at, tenantId, action, content.details, before, auditHash(before, content)],
  );
  return rows[0].seq;
}

const insert = async (clientName: string) =>
  expect(
    (await server.call(office.token, 'POST', '/client/insert', { customerType: 0, clientName })).status,
  ).toBe(200);

let sharedSeqs: number[];

beforeAll(async () => {
  ({ server, main } = office);
  const account = await server.tenant();
  other = { tenantId: account.tenantId, token: (await server.signIn(account.userName)).token };
  await sql('delete from audit');
  sharedSeqs = [];
  for (const [tenantId, action] of [
    [main.tenantId, 'old.a'],
    [other.tenantId, 'old.b'],
    [main.tenantId, 'old.c'],
    [other.tenantId, 'old.d'],
  ] as const)
    sharedSeqs.push(await writeShared(tenantId, action));
  await insert('first of its own chain');
});

test('each chain continues the shared one, which stays verifiable for every tenant', async () => {
  const { rows } = await sql(
    `select encode(prev_hash, 'hex') as prev from audit where chain = $1 order by seq limit 1`,
    [main.tenantId],
  );
  const last = await sql(`select encode(hash, 'hex') as hash from audit where seq = $1`, [sharedSeqs.at(-1)]);
  expect(rows[0].prev).toBe(last.rows[0].hash);
  for (const token of [office.token, other.token])
    expect(await check(token)).toMatchObject({ done: true, broken: null });
  let after = 0;
  for (let step = await check(office.token, 0, 2); ; step = await check(office.token, after, 2)) {
    expect(step.broken).toBeNull();
    if (step.done) break;
    after = step.last?.seq ?? 0;
  }
});

test('a changed or removed row of the shared chain is detected', async () => {
  const [, second, , last] = sharedSeqs;
  await sql('create table kept as select * from audit');
  const undo = async (seq: number | undefined) => {
    await sql('delete from audit where seq = $1', [seq]);
    await sql('insert into audit overriding system value select * from kept where seq = $1', [seq]);
  };
  await sql(`update audit set action = 'forged' where seq = $1`, [second]);
  expect((await check()).broken).toMatchObject({ seq: second, fault: 'content', own: false });
  await undo(second);
  await sql('delete from audit where seq = $1', [last]);
  // The first row of a chain names it.
  expect((await check()).broken).toMatchObject({ fault: 'start', previousSeq: null });
  await undo(last);
  expect((await check()).broken).toBeNull();
  await sql('drop table kept');
});

test('rows that a node of version 0.1 adds during an upgrade fit in', async () => {
  await insert('before');
  await writeShared(other.tenantId, 'old.e');
  await insert('between');
  const added = await writeShared(main.tenantId, 'old.f');
  await writeShared(main.tenantId, 'old.g');
  await insert('after');
  for (const token of [office.token, other.token])
    expect(await check(token)).toMatchObject({ done: true, broken: null });
  await sql(`update audit set prev_hash = sha256('x') where seq = $1`, [added]);
  expect((await check()).broken).toMatchObject({ seq: added, fault: 'link' });
});
