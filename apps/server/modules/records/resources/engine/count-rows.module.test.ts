import { battery } from '@voltloop/resources/battery/battery.resource.ts';
import { resources } from '@voltloop/resources/index.ts';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { startOwnServer } from '../../../../testing/own-server.ts';
import { setUp } from '../../../../testing/set-up.ts';
import { sumUpCounts } from '../day-counts.ts';
import { type Choice, conditionsOf } from './filters.ts';
import { orderOf, orderSql } from './order.ts';
import { pageBeforeCount, pageOf } from './store-list.ts';
import { living, table } from './table.ts';

const server = setUp(startOwnServer);
let tenantId: string;
let otherId: string;

beforeAll(async () => {
  tenantId = (await server.tenant()).tenantId;
  otherId = (await server.tenant()).tenantId;
  for (const [tenant, count] of [
    [tenantId, 12_000],
    [otherId, 7],
  ])
    await run(
      `insert into batteries (tenant_id, create_time, battery_code, state)
       select $1, timestamptz '2026-01-01' + i * interval '1 minute', 'WIDE' || i, 'in_use' from generate_series(1, $2::int) i`,
      [tenant, count],
    );
});

const run = (text: string, values: unknown[] = []) => server.services.pool.query(text, values);
const inUse = { filter: [{ field: 'state', op: 'equals', value: 'in_use' }] } as const;
async function total(choice: Omit<Choice, 'named'> = { search: 'wide' }, of = tenantId) {
  const registry = new Map([['battery', battery]]);
  const window = { offset: 0, limit: 1 };
  return (await pageOf(server.services.db, registry, battery, of, { ...choice, named: {} }, window)).total;
}
const one = () => `tenant_id = '${tenantId}' and create_time = '2026-01-01 00:07Z'`;

test('the counts of a search and of a filter follow any change of rows', async () => {
  expect([await total(), await total(inUse)]).toEqual([12_000, 12_000]);
  for (const [change, ...expected] of [
    [`update batteries set battery_code = 'NARROW' where ${one()}`, 11_999, 12_000],
    [`update batteries set state = 'scrapped' where ${one()}`, 11_999, 11_999],
    [`update batteries set battery_code = 'WIDE7' where ${one()}`, 12_000, 11_999],
    [`update batteries set deleted_at = now() where ${one()}`, 11_999, 11_999],
    [`update batteries set deleted_at = null where ${one()}`, 12_000, 11_999],
    [`delete from batteries where ${one()}`, 11_999, 11_999],
    [
      `insert into batteries (tenant_id, create_time, battery_code, state)
       values ('${tenantId}', '2026-01-01 00:07Z', 'WIDE7', 'in_use')`,
      12_000,
      12_000,
    ],
  ] as const) {
    const before = [await total(), await total(inUse)];
    await run(`begin; ${change}; rollback`);
    expect([await total(), await total(inUse)]).toEqual(before);
    await run(change);
    expect([change, await total(), await total(inUse)]).toEqual([change, ...expected]);
  }
});

test('a change committed after a count is included in the next one', async () => {
  const client = await server.services.pool.connect();
  try {
    await client.query(`begin; update batteries set deleted_at = now() where ${one()}`);
    await run(`update batteries set version = version + 1 where battery_code = 'WIDE8'`);
    expect([await total(), await total()]).toEqual([12_000, 12_000]);
    await client.query('commit');
  } finally {
    client.release();
  }
  expect(await total()).toBe(11_999);
  await run(`update batteries set deleted_at = null where ${one()}`);
  expect(await total()).toBe(12_000);
});

test('rows are not counted again until a row of the tenant changes', async () => {
  expect(await total()).toBe(12_000);
  // The triggers cannot see this row, so its absence shows that nothing was counted again.
  await run(`begin; alter table batteries disable trigger change_turned;
    update batteries set battery_code = 'NARROW' where ${one()};
    alter table batteries enable always trigger change_turned; commit`);
  expect(await total()).toBe(12_000);
  await sumUpCounts(server.services.db);
  await run(`update batteries set version = version + 1 where tenant_id = $1`, [otherId]);
  expect([await total(), await total({ search: 'wide' }, otherId)]).toEqual([12_000, 7]);
  await run(`update batteries set version = version + 1 where ${one()}`);
  expect(await total()).toBe(11_999);
});

test('a page requested before its count has a total only where that needs no counting', async () => {
  const registry = new Map([['battery', battery]]);
  const { db } = server.services;
  const page = async (search: string, offset: number, limit = 10) => {
    const choice = { search, named: {} };
    const found = await pageBeforeCount(db, registry, battery, tenantId, choice, { offset, limit });
    const whole = await pageOf(db, registry, battery, tenantId, choice, { offset, limit });
    expect(found.list).toEqual(whole.list);
    return found.total;
  };
  await run(`update batteries set version = version + 1 where ${one()}`);
  expect([await page('wide1', 0), await page('wide1', 20)]).toEqual([null, await total({ search: 'wide1' })]);
  // A search without a word, the last page, a search without results, a page far inside, and a count alone.
  expect(await page('', 0)).toBe(12_000);
  expect(await page('wide1234', 0)).toBe(1);
  expect(await page('nowhere', 0)).toBe(0);
  await run(`update batteries set version = version + 1 where ${one()}`);
  const all = await total({ search: 'wide' });
  await run(`update batteries set version = version + 1 where ${one()}`);
  expect(await page('wide', 6000)).toBe(all);
  await run(`update batteries set version = version + 1 where ${one()}`);
  expect(await page('wide', 0, 0)).toBe(all);
});

test('every table with cached counts records its changes', async () => {
  const { rows } = await run(
    `select tgrelid::regclass::text as table, count(*)::int as n from pg_trigger
     where tgname in ('change_came', 'change_turned', 'change_gone') and tgenabled = 'A' group by 1`,
  );
  const counted = resources.filter((each) => each.counted).map((each) => ({ table: each.table, n: 3 }));
  expect(rows).toEqual(counted);
});

test('a page far inside a search is read from an index only', async () => {
  await run('vacuum analyze batteries');
  const plan = await run(
    `explain select t.id from batteries t where t.tenant_id = '${tenantId}' and t.deleted_at is null
       and t.battery_code like '%WIDE%' order by t.create_time desc, t.id offset 5000 limit 10`,
  );
  expect(JSON.stringify(plan.rows)).toContain('Index Only Scan using batteries_by_time');
});

test('a page far inside a word is found in the index by time alone', async () => {
  const { db } = server.services;
  const choice: Choice = { search: 'wide', named: {} };
  const where = sql.join([living(tenantId), ...conditionsOf(battery, choice)], sql` and `);
  const order = orderSql(orderOf(battery, choice), true);
  const plan = await db.transaction().execute(async (trx) => {
    for (const kind of ['seqscan', 'indexscan', 'bitmapscan', 'sort'])
      await sql.raw(`set local enable_${kind} = off`).execute(trx);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select t.id from ${table(battery)} t
      where ${where} order by ${order} offset 6000 limit 10`.execute(trx);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan).toContain('Index Only Scan using batteries_by_time');
});
