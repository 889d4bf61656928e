import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Db } from '../../../platform/db.ts';
import { startOwnServer } from '../../../testing/own-server.ts';
import { setUp } from '../../../testing/set-up.ts';
import type { AccountRow } from '../../people/accounts/index.ts';
import { type EventFilter, type EventOrder, eventCounts, eventRows } from './store-list.ts';

const server = setUp(startOwnServer);
let main: AccountRow;
let installer: AccountRow;
let db: Db;
const queries: CompiledQuery[] = [];

beforeAll(async () => {
  const { pool } = server.services;
  main = await server.tenant();
  installer = await server.account('installer', main);
  const other = await server.tenant();
  // Two tenants, so that the events of one are a part of the table; one thing in fifty is the installer's.
  for (const [tenant, events] of [
    [main, 20_000],
    [other, 60_000],
  ] as const) {
    await pool.query(
      `insert into things (tenant_id, devid, devname, secret_hash)
       select $1, 'PLAN' || $2::text || i, 'Plan ' || i, '' from generate_series(1, 500) i`,
      [tenant.tenantId, tenant.userName],
    );
    await pool.query(
      `insert into events (thing_id, code, name_en, name_zh, level, begin_time, end_time, state)
       select t.id, 'F' || i % 40, 'Fan failure', '风扇故障', 1 + i % 3, now() - i * interval '5 minutes',
         case when i % 100 > 0 then now() - i * interval '4 minutes' end, case when i % 100 > 0 then 2 else 1 end
       from generate_series(1, $2::int) i
       join (select id, row_number() over (order by key) as n from things where tenant_id = $1) t on t.n = 1 + i % 499
       on conflict do nothing`,
      [tenant.tenantId, events],
    );
  }
  await pool.query(
    `insert into bindings (thing_id, account_id)
     select id, $2 from things where tenant_id = $1 and key % 50 = 0`,
    [main.tenantId, installer.id],
  );
  await pool.query('vacuum analyze events, things, bindings, accounts');
  db = new Kysely({
    dialect: new PostgresDialect({ pool }),
    log: (event) => void queries.push(event.query),
  });
}, 120_000);

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Plan[];
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** The access path of each table in the queries since the last call. */
async function scans(): Promise<string[]> {
  const found: string[] = [];
  for (const { sql, parameters } of queries.splice(0)) {
    const { rows } = await server.services.pool.query(`explain (format json) ${sql}`, [...parameters]);
    for (const node of nodesOf(rows[0]['QUERY PLAN'][0].Plan))
      if (node['Relation Name']) found.push(`${node['Node Type']} ${node['Relation Name']}`);
  }
  return found;
}

const newest: EventOrder = { sort: 'begin_time', order: 'desc' };
const filters: [string, EventFilter][] = [
  ['everything', {}],
  ['ongoing events', { state: 1 }],
  ['faults', { level: [3] }],
  ['a word', { search: 'f17' }],
  ['a week', { begin_time: Date.now() - 7 * 86_400_000 }],
];

test.each(
  filters.flatMap(([name, filter]) => (['main', 'installer'] as const).map((who) => ({ name, filter, who }))),
)('the list of $who reads no whole table of events for $name', async ({ filter, who }) => {
  const caller = server.as(who === 'main' ? main : installer).caller;
  queries.length = 0;
  await eventRows(db, caller, filter, newest, { offset: 0, limit: 20 });
  const list = await scans();
  expect(list.some((scan) => scan.endsWith(' events'))).toBe(true);
  expect(list).not.toContain('Seq Scan events');
  await eventCounts(db, caller, filter);
  expect(await scans()).not.toContain('Seq Scan events');
});
