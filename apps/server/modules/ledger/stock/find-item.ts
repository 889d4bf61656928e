import type * as contract from '@voltloop/contract';
import type { QueryOf, StockItem, StockMove } from '@voltloop/contract';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.ts';
import { notFound } from '../../../platform/errors.ts';
import { claimJson } from './sql-fragments.ts';

type Head = Pick<
  StockItem,
  'id' | 'kind' | 'code' | 'productType' | 'material' | 'basis' | 'chemistry' | 'inside'
>;

/**
 * A battery or lot with its balances and moves. A battery that never moved has neither.
 * @throws notFound
 */
export async function findItem(
  db: Db,
  ctx: Ctx,
  { id, page, size }: QueryOf<typeof contract.findStockItem>,
): Promise<StockItem> {
  const { tenantId } = ctx.caller;
  const [head, balances, claims, moves, total] = await Promise.all([
    headOf(db, tenantId, id),
    balancesOfItem(db, tenantId, id),
    claimsOfItem(db, ctx, id),
    movesOfItem(db, tenantId, id, { offset: (page - 1) * size, limit: size }),
    countMoves(db, tenantId, id),
  ]);
  if (!head) throw notFound();
  return { ...head, balances, claims, moves, total, page, size };
}

async function headOf(db: Db, tenantId: string, id: string): Promise<Head | undefined> {
  const { rows } = await sql<Head>`
    select b.id, 'coded' as kind, b.battery_code as code, b.product_type as "productType", null as material,
        null as basis, b.chemistry,
        case when whole.id is not null then json_build_object('id', whole.id, 'code', whole.battery_code) end as inside
      from batteries b left join batteries whole on whole.id = b.parent_id and whole.deleted_at is null
      where b.id = ${id} and b.tenant_id = ${tenantId}
    union all
    select id, 'lot', lot_no, null, material, basis, chemistry, null from lots
      where id = ${id} and tenant_id = ${tenantId}`.execute(db);
  return rows[0];
}

/** The name of a place: of its store, party, battery or vehicle. */
export const placeJson = (place: string) => {
  const p = sql.ref(place);
  const key = sql`nullif(split_part(${p}.key, '/', 2), '')::uuid`;
  return sql`json_build_object('kind', ${p}.kind, 'storeId', ${p}.store_id, 'code', ${p}.code, 'name', case
    when ${p}.kind = 'location' then (select s.name from stores s where s.id = ${p}.store_id)
    when ${p}.kind = 'outside' and ${p}.key like 'customer/%' then (select c.client_name from customers c where c.id = ${key})
    when ${p}.kind = 'outside' and ${p}.key like 'enterprise/%' then (select e.name from enterprises e where e.id = ${key})
    when ${p}.kind = 'inside' then (select i.battery_code from batteries i where i.id::text = ${p}.key)
    when ${p}.kind = 'vehicle' then (select coalesce(v.plate_no, v.vin) from vehicles v where v.id::text = ${p}.key)
  end)`;
};

export async function balancesOfItem(db: Db, tenantId: string, id: string): Promise<StockItem['balances']> {
  const { rows } = await sql<StockItem['balances'][number]>`
    select ${placeJson('p')} as place, f.condition, f.pieces, trim_scale(f.kg)::text as kg from (
        select place_id as place, condition, 1 as pieces, booked_kg as kg from items
          where id = ${id} and tenant_id = ${tenantId} and place_id is not null
        union all
        select place_id, condition, pieces, kg from lot_balances where lot_id = ${id} and kg > 0
      ) f join places p on p.id = f.place
      where p.tenant_id = ${tenantId} order by f.kg desc, p.code`.execute(db);
  return rows;
}

async function claimsOfItem(db: Db, { caller, now }: Ctx, id: string): Promise<StockItem['claims']> {
  const { rows } = await sql<{ claim: StockItem['claims'][number] }>`
    select ${claimJson} as claim from claims c join documents d on d.id = c.document_id
        left join stores s on s.id = c.store_id left join accounts a on a.id = c.claimed_by
      where c.item_id = ${id} and c.tenant_id = ${caller.tenantId} and c.ends_at > ${now}
      order by c.claimed_at, c.document_id`.execute(db);
  return rows.map(({ claim }) => claim);
}

async function movesOfItem(
  db: Db,
  tenantId: string,
  id: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<StockMove[]> {
  const { rows } = await sql<StockMove>`
    select m.seq::text as id, m.day::text as day, (extract(epoch from m.posted_at) * 1000)::float8 as "postedAt",
        a.name as by, ${placeJson('f')} as "from", ${placeJson('t')} as "to", m.from_condition as "fromCondition",
        m.to_condition as "toCondition", coalesce(m.pieces, 0) as pieces, trim_scale(m.kg)::text as kg,
        json_build_object('id', d.id, 'kind', d.kind, 'preset', d.preset, 'no', d.no, 'status', d.status,
          'reverses', d.reverses_id is not null) as document
      from moves m join places f on f.id = m.from_place join places t on t.id = m.to_place
        join documents d on d.id = m.document_id left join accounts a on a.id = m.actor
      where m.item_id = ${id} and m.tenant_id = ${tenantId}
      order by m.seq desc offset ${offset} limit ${limit}`.execute(db);
  return rows;
}

async function countMoves(db: Db, tenantId: string, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from moves
    where item_id = ${id} and tenant_id = ${tenantId}`.execute(db);
  return rows[0]?.count ?? 0;
}
