import type { Database } from '../apps/server/platform/db.ts';
import { batteryId, fillBatteries } from './backoffice-data.ts';

/**
 * A ledger of a million batteries that have moved ten times, by bulk SQL. Documents have a thousand lines: the receipt
 * of the thousand batteries `c`, eight moves from store to store, and for two thirds of them a sale.
 */

type Pool = Database['pool'];

const ROUNDS = 10;
const STORES = 20;
const LOCATIONS = 100;

/** SQL over the number `i` of a battery and the number `r` of its move. */
const storeOf = (r: string) => `(i / 1000 * 7 + ${r}) % ${STORES}`;
const locationOf = (r: string) => `(i + ${r} * 13) % ${LOCATIONS}`;
const held = 'i / 1000 % 100 < 35';
const mass = '100 + i % 300';
const dayOf = (r: string) => `(date '2024-01-01' + ${r} * 60 + i / 1000 % 60)`;
const batteryOf = batteryId('i');
const documentOf = (r: string) => `md5('document ' || ${r} || ' ' || i / 1000)::uuid`;
const lineOf = (r: string) => `md5('line ' || ${r} || ' ' || i)::uuid`;

/** Creates the batteries, stores, a customer, and the ledger of the tenant. */
export async function fillStock(
  pool: Pool,
  options: { tenantId: string; accountId: string; count: number },
): Promise<void> {
  const { tenantId, accountId, count } = options;
  await fillBatteries(pool, {
    ...options,
    placed: {
      store: (stores) => `case when ${held} then (${stores})[1 + ${storeOf(String(ROUNDS))}] end`,
      location: `case when ${held} then 'L' || ${locationOf(String(ROUNDS))} end`,
      state: `case when ${held} then 'in_stock' else 'sold' end`,
      movedOn: dayOf(String(ROUNDS)),
      parent: 'null::uuid',
    },
  });
  const client = await pool.connect();
  const run = (text: string, values: unknown[] = []) => client.query(text, values);
  try {
    await run(`set maintenance_work_mem = '512MB'`);
    const { rows: customers } = await run(
      `insert into customers (tenant_id, create_user, client_name, customer_type) values ($1, $2, '某公司', 1) returning id`,
      [tenantId, accountId],
    );
    const customer = customers[0].id as string;
    await run(
      `update stores set locations = (select jsonb_agg(jsonb_build_object('code', 'L' || n)) from generate_series(0, $1 - 1) n)`,
      [LOCATIONS],
    );
    await run(
      `insert into places (tenant_id, kind, key) values ($1, 'outside', ''), ($1, 'outside', 'customer/' || $2)`,
      [tenantId, customer],
    );
    // Places by the number of their store and location, so that a battery's place is computed.
    await run(
      `create temp table store_at as
        select row_number() over (order by substr(code, 7)::int) - 1 as n, id from stores where tenant_id = $1`,
      [tenantId],
    );
    await run(
      `create temp table place_at as select s.n as store, substr(p.code, 2)::int as location, p.id
        from places p join store_at s on s.id = p.store_id where p.code <> ''`,
    );
    await run('create unique index on place_at (store, location); ');
    await run('analyze place_at');

    const tables = ['items', 'documents', 'document_lines', 'moves', 'reports'];
    // Creating an index at the end is ten times faster, and so is the reference of a move to the previous one.
    const { rows: indexes } = await run(
      `select format('drop index %I', indexname) as drop, indexdef as make from pg_indexes
          where tablename = any($1) and not exists (select 1 from pg_constraint c where c.conindid = indexname::regclass)
        union all
        select format('alter table %s drop constraint %I', conrelid::regclass, conname),
            format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
              || case contype when 'f' then ' not valid' else '' end
          from (select * from pg_constraint where conrelid = any($1::regclass[]) and contype = 'u'
              or conrelid = 'moves'::regclass and confrelid = 'moves'::regclass order by contype) c`,
      [tables],
    );
    for (const { drop } of indexes) await run(drop);
    // References that are valid by construction.
    await run('set session_replication_role = replica');
    await run(
      `insert into documents (id, tenant_id, create_time, create_user, update_time, kind, preset, no, day, status, store_id,
          to_store_id, customer_id, pieces, kg, posted_by, posted_at)
        select ${documentOf('r')}, $1, ${dayOf('r')}, $2, ${dayOf('r')}, kind,
          case kind when 'receipt' then 'collection' when 'issue' then 'sale' end,
          case kind when 'receipt' then 'RK' when 'issue' then 'CK' else 'YK' end || to_char(${dayOf('r')}, 'YYYYMMDD')
            || '-' || lpad((i / 1000)::text, 4, '0'),
          ${dayOf('r')}, 'posted', s.id, case kind when 'movement' then t.id end,
          case when kind <> 'movement' then $3::uuid end, 1000, 249500, $2, ${dayOf('r')}
        from (select c * 1000 as i, r, case when r = 1 then 'receipt' when r = ${ROUNDS} and c % 100 >= 35 then 'issue'
              else 'movement' end as kind
            from generate_series(0, $4::int / 1000 - 1) c, generate_series(1, ${ROUNDS}) r) d
          join store_at s on s.n = ${storeOf('greatest(r - 1, 1)')} join store_at t on t.n = ${storeOf('r')}`,
      [tenantId, accountId, customer, count],
    );
    const numbers = `generate_series(0, $2::int - 1) i`;
    for (let round = 1; round <= ROUNDS; round += 1) {
      const r = String(round);
      await run(
        `insert into document_lines (id, tenant_id, document_id, client_key, place_in_list, code, item_id, kg)
          select ${lineOf(r)}, $1, ${documentOf(r)}, 'k' || i % 1000, i % 1000 + 1, b.battery_code, b.id,
              ${round === 1 ? mass : 'null'}
            from ${numbers} join batteries b on b.id = ${batteryOf}`,
        [tenantId, count],
      );
      const outside = `(select id from places where tenant_id = $1 and key = `;
      const [from, to] = [
        round === 1 ? `${outside}'')` : 'f.id',
        round === ROUNDS ? `case when ${held} then t.id else ${outside}'customer/' || $4) end` : 't.id',
      ];
      await run(
        `insert into moves (tenant_id, item_id, n, from_place, to_place, from_condition, to_condition, pieces, kg, day,
            posted_at, document_id, line_id, actor)
          select $1, ${batteryOf}, ${r}, ${from}, ${to}, ${round === 1 ? 'null' : `'available'`}, 'available', 1, ${mass},
              ${dayOf(r)}, ${dayOf(r)}, ${documentOf(r)}, ${lineOf(r)}, $3
            from ${numbers} join place_at t on t.store = ${storeOf(r)} and t.location = ${locationOf(r)}
              join place_at f on f.store = ${storeOf(`${round - 1}`)} and f.location = ${locationOf(`${round - 1}`)}
            where $4::text is not null`,
        [tenantId, count, accountId, customer],
      );
    }
    await run(
      `insert into items (id, tenant_id, kind, chemistry, move_n, place_id, condition, moved_on, booked_kg)
        select m.item_id, m.tenant_id, 'coded', b.chemistry, n, to_place, to_condition, day, kg
          from moves m join batteries b on b.id = m.item_id where n = ${ROUNDS}`,
    );
    await run(
      `insert into place_totals (place_id, pieces, kg)
        select i.place_id, count(*), sum(i.booked_kg) from items i join places p on p.id = i.place_id
          where p.kind = 'location' group by 1`,
    );
    await run(
      `insert into reports (tenant_id, type, line_id, state, attempts, day, clock_day, reported_at, unscheduled)
        select tenant_id, 8, line_id, 3, 1, day, day, posted_at, false from moves where n = 1`,
    );
    for (const { make } of indexes.toReversed()) await run(make);
    await run('set session_replication_role = default');
    for (const table of [...tables, 'places', 'place_totals', 'stores']) await run(`vacuum analyze ${table}`);
  } finally {
    client.release(true);
  }
}
