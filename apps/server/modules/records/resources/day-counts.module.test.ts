import { battery } from '@voltloop/resources/battery/battery.resource.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { startOwnServer } from '../../../testing/own-server.ts';
import { setUp } from '../../../testing/set-up.ts';
import { logPage } from '../log/store.ts';
import { countKept, findDayPosition, sumUpCounts } from './day-counts.ts';
import { pageOf } from './engine/store-list.ts';

/** More rows than are skipped without a lookup of the count; on different days, most of them on one. */
const COUNT = 12_000;
const server = setUp(startOwnServer);
let tenantId: string;

beforeAll(async () => {
  tenantId = (await server.tenant()).tenantId;
  for (const [tenant, count] of [
    [tenantId, COUNT],
    [(await server.tenant()).tenantId, 50],
  ] as const) {
    await run(
      `insert into batteries (tenant_id, create_time, battery_code, deleted_at)
       select $1, timestamptz '2026-01-01 18:00Z' + (case when i % 4 = 0 then i % 400 else i % 11 end) * interval '1 hour',
         'CODE' || i, case when i > $2 then now() end from generate_series(1, $2::int + 20) i`,
      [tenant, count],
    );
    await run(
      `insert into audit (tenant_id, at, action, hash) select $1, timestamptz '2026-01-01 18:00Z' + (i % 400) * interval '1 hour', 'a', ''
       from generate_series(1, $2::int) i`,
      [tenant, count],
    );
  }
});

const run = (text: string, values: unknown[] = []) => server.services.pool.query(text, values);
const kept = (list = 'batteries') => countKept(server.services.db, list, tenantId);
async function counted() {
  const { rows } = await run(
    'select count(*)::int as n from batteries where tenant_id = $1 and deleted_at is null',
    [tenantId],
  );
  return rows[0].n as number;
}
const pieces = async () => (await run('select count(*)::int as n from list_counts')).rows[0].n as number;

describe('the count of a list', () => {
  test('is the number of its active rows, of one tenant', async () => {
    expect(await kept()).toBe(COUNT);
    const { rows } = await run('select count(*)::int as n from audit where tenant_id = $1', [tenantId]);
    expect(await kept('audit')).toBe(rows[0].n);
  });

  test('follows any change of rows, and is restored when a transaction is rolled back', async () => {
    const code = `battery_code = 'CODE7' and tenant_id = '${tenantId}'`;
    for (const [change, by] of [
      [`update batteries set deleted_at = now() where ${code}`, -1],
      [`update batteries set version = version + 1, update_time = now() where ${code}`, 0],
      [`update batteries set deleted_at = null where ${code}`, 1],
      [`update batteries set create_time = create_time + interval '2 days' where ${code}`, 0],
      [`delete from batteries where ${code}`, -1],
      [`insert into batteries (tenant_id, battery_code) values ('${tenantId}', 'CODE7')`, 1],
    ] as const) {
      const before = await kept();
      await run(`begin; ${change}; rollback`);
      expect(await kept()).toBe(before);
      await run(change);
      expect([change, await kept()]).toEqual([change, before + by]);
      expect(await kept()).toBe(await counted());
    }
  });

  test('stays the same after it was summed up, by several at once', async () => {
    const [before, many] = [await kept(), await pieces()];
    await Promise.all([1, 2, 3].map(() => sumUpCounts(server.services.db)));
    expect(await kept()).toBe(before);
    expect(await pieces()).toBeLessThan(many);
    const few = await pieces();
    await sumUpCounts(server.services.db);
    expect(await pieces()).toBe(few);
  });
});

describe.each(['desc', 'asc'] as const)('pages of a counted list, %s', (order) => {
  const offsets = [
    0,
    10,
    4990,
    5000,
    5001,
    6170,
    8000,
    8990,
    9500,
    11_000,
    COUNT - 15,
    COUNT - 3,
    COUNT,
    20_000,
  ];
  const page = (offset: number, limit: number) =>
    pageOf(
      server.services.db,
      new Map([['battery', battery]]),
      battery,
      tenantId,
      { sort: 'createTime', order, named: {} },
      { offset, limit },
    );

  test('follow each other from any start', async () => {
    const whole = await page(0, COUNT + 100);
    expect([whole.total, whole.list.length]).toEqual([COUNT, COUNT]);
    const ids = whole.list.map((row) => row.id);
    expect(new Set(ids).size).toBe(COUNT);
    for (const offset of offsets) {
      const { list, total } = await page(offset, 10);
      expect([offset, total, list.map((row) => row.id)]).toEqual([
        offset,
        COUNT,
        ids.slice(offset, offset + 10),
      ]);
    }
  });

  test('of the log follow each other, too', async () => {
    const log = (offset: number, limit: number) =>
      logPage(server.services.db, tenantId, {}, { order, offset, limit });
    const whole = await log(0, COUNT + 100);
    const seqs = whole.list.map((row) => row.seq);
    // One of them is about the creation of the tenant.
    const count = COUNT + 1;
    expect([new Set(seqs).size, whole.total]).toEqual([count, count]);
    for (const offset of offsets) {
      const { list, total } = await log(offset, 10);
      expect([offset, total, list.map((row) => row.seq)]).toEqual([
        offset,
        count,
        seqs.slice(offset, offset + 10),
      ]);
    }
  });

  test('start on the day of their first row', async () => {
    const { db } = server.services;
    const { rows } = await run(
      `select id, (create_time at time zone 'UTC')::date::text as day from batteries
       where tenant_id = $1 and deleted_at is null order by create_time ${order}, id ${order}`,
      [tenantId],
    );
    for (const offset of [5000, 9500]) {
      const { day } = rows[offset];
      expect(await findDayPosition(db, 'batteries', tenantId, { offset, down: order === 'desc' })).toEqual({
        day,
        before: rows.findIndex((row) => row.day === day),
        total: COUNT,
      });
    }
  });
});
