import type { Database } from '../apps/server/platform/db.ts';

/** A million batteries of one tenant, by bulk SQL: the verbs, with checks and audit, would take an hour. */

type Pool = Database['pool'];

/** Of a hundred: one pack, nine modules, ninety cells. */
const levels = `case when i % 100 = 0 then 'P' when i % 100 < 10 then 'M' else 'C' end`;

/** SQL: the id of the ith battery, a valid version 4 UUID. */
export const batteryId = (i: string) =>
  `overlay(overlay(md5('bench ' || ${i}) placing '4' from 13) placing '8' from 17)::uuid`;

/** SQL: the place of the ith battery; `stores` are the ids of the stores. */
interface Placed {
  store: (stores: string) => string;
  location: string;
  state: string;
  movedOn: string;
  parent: string;
}

/** Random places and states, in trees of pack, module and cell. */
const anywhere: Placed = {
  store: (stores) => `case when r < 0.35 then (${stores})[1 + floor(random() * 20)::int] end`,
  location: 'null',
  state: `case when r < 0.35 then 'in_stock' when r < 0.75 then 'in_use' when r < 0.8 then 'in_test'
           when r < 0.9 then 'recycled' when r < 0.95 then 'scrapped' else 'registered' end`,
  movedOn: 'null',
  parent: `case level when 'P' then null when 'M' then ${batteryId('(i - i % 100)')}
           else ${batteryId('(i - i % 100 + 1 + i % 9)')} end`,
};

/** @param options.accountId The creator of the batteries */
export async function fillBatteries(
  pool: Pool,
  options: { tenantId: string; accountId: string; count: number; placed?: Placed },
): Promise<void> {
  const { tenantId, accountId, count, placed = anywhere } = options;
  const client = await pool.connect();
  try {
    const { rows: stores } = await client.query<{ id: string }>(
      `insert into stores (tenant_id, create_user, name, code, kind)
       select $1, $2, '仓库' || i, 'BENCH-' || i, 4 from generate_series(1, 20) i returning id`,
      [tenantId, accountId],
    );
    // Creating an index at the end is ten times faster.
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes
       where tablename = 'batteries' and indexname not like '%_pkey'`,
    );
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    await client.query(`select setseed(0.42)`);
    await client.query(`set maintenance_work_mem = '512MB'`);
    // Parents are inserted before their parts, so the foreign key has nothing to check.
    await client.query(`set session_replication_role = replica`);
    await client.query(
      `insert into batteries (id, tenant_id, create_user, create_time, update_time, battery_code, product_type, chemistry,
         battery_type, maker_code, spec_code, trace_code, production_date, serial, rated_capacity_ah, rated_voltage_v,
         rated_energy_kwh, mass_kg, soh_pct, cycle_count, is_cascade, parent_id, store_id, location, state, moved_on)
       select ${batteryId('i')}, $1, $2, made, made + random() * interval '60 days',
         maker || level || chemistry || spec || 'BENCH' || lpad((i % 97)::text, 2, '0')
           || substr('9ABCDEFG', 1 + y, 1) || substr('123456789ABC', m, 1) || substr('0123456789ABCDEFGHJKLMNPRSTV', d, 1)
           || lpad(i::text, 7, '0'),
         case level when 'P' then 1 when 'M' then 2 else 3 end, chemistry,
         case chemistry when 'B' then '2' when 'E' then '5' when 'C' then '3' else '1' end,
         maker, spec, 'BENCH' || lpad((i % 97)::text, 2, '0'), make_date(2019 + y, m, d), lpad(i::text, 7, '0'),
         50 + floor(random() * 250), case level when 'P' then 307.2 when 'M' then 38.4 else 3.2 end,
         round((random() * 100)::numeric, 3), round((2 + random() * 400)::numeric, 3),
         round((50 + random() * 50)::numeric, 2), floor(random() * 3000)::int, 2,
         ${placed.parent}, ${placed.store('$3::uuid[]')}, ${placed.location}, ${placed.state}, ${placed.movedOn}
       from (
         select i, ${levels} as level, random() as r, floor(random() * 7)::int as y, 1 + floor(random() * 12)::int as m,
           1 + floor(random() * 28)::int as d, now() - random() * interval '730 days' as made,
           (array['B','B','B','E','E','C','A'])[1 + (i / 100) % 7] as chemistry,
           (array['001','04Q','0B5','09U','08B'])[1 + (i / 100) % 5] as maker,
           (array['24','76','31','17','05'])[1 + (i / 100) % 5] as spec
         from generate_series(0, $4::int - 1) i
       ) x`,
      [tenantId, accountId, stores.map((store) => store.id), count],
    );
    for (const { definition } of indexes) await client.query(definition);
    await client.query(`set session_replication_role = default`);
    await client.query(`vacuum analyze batteries`);
  } finally {
    client.release(true);
  }
}
