import { randomUUIDv7 } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db.ts';

/** Goods by mass: material, chemistry, wet or dry. */
export interface Lot {
  id: string;
  lotNo: string;
  material: string;
  chemistry: string | null;
  basis: string;
}

/** Lots of a tenant by their numbers, locked until the transaction ends. */
export async function lotsByNumber(
  trx: Trx,
  tenantId: string,
  numbers: readonly string[],
): Promise<Map<string, Lot>> {
  const wanted = [...new Set(numbers)];
  if (wanted.length === 0) return new Map();
  const { rows } = await sql<Lot>`select l.id, l.lot_no as "lotNo", l.material, l.chemistry, l.basis
    from lots l join items i on i.id = l.id
    where l.tenant_id = ${tenantId} and l.lot_no = any(${wanted}::text[])
    order by l.id for no key update of i`.execute(trx);
  return new Map(rows.map((row) => [row.lotNo, row]));
}

/** Creates lots. @returns them by number */
export async function makeLots(
  trx: Trx,
  tenantId: string,
  lots: readonly Omit<Lot, 'id'>[],
): Promise<Map<string, Lot>> {
  if (lots.length === 0) return new Map();
  const made = lots.map((lot) => ({ id: randomUUIDv7(), ...lot }));
  const given = sql`json_to_recordset(${JSON.stringify(made)}::json)
    as l(id uuid, "lotNo" text, material text, chemistry text, basis text)`;
  await sql`insert into items (id, tenant_id, kind, chemistry)
    select id, ${tenantId}::uuid, 'lot', chemistry from ${given}`.execute(trx);
  await sql`insert into lots (id, tenant_id, lot_no, material, chemistry, basis)
    select id, ${tenantId}::uuid, "lotNo", material, chemistry, basis from ${given}`.execute(trx);
  return new Map(made.map((lot) => [lot.lotNo, lot]));
}

/** The mass of a lot at a place on a business day, in kg. */
export interface Balance {
  lotId: string;
  placeId: string;
  condition: string;
  /** At the end of the day. */
  kg: string;
  /** The least at the end of that day and of every later one, at least 0: more cannot leave on that day. */
  free: string;
}

/**
 * Balances on a day: those of now less the moves of later days. Of today there are no later moves, so that only their
 * index is read.
 * @param now rows `(place_id, lot_id, condition, kg)`
 * @param which a condition on `moves m`, which selects at least the later moves of these rows
 */
async function balancesOn(
  db: Db | Trx,
  day: string,
  now: RawBuilder<unknown>,
  which: { into: RawBuilder<unknown>; outOf: RawBuilder<unknown> },
): Promise<Balance[]> {
  const { rows } = await sql<Balance>`
    with now as materialized (${now}), later as (
      select lot, place, condition, day, sum(kg) as kg from (
        select m.item_id as lot, m.to_place as place, m.to_condition as condition, m.day, m.kg from moves m
          where m.n is null and m.day > ${day}::date and ${which.into}
        union all
        select m.item_id, m.from_place, m.from_condition, m.day, -m.kg from moves m
          where m.n is null and m.day > ${day}::date and ${which.outOf}
      ) moved group by 1, 2, 3, 4
    ), since as (
      select lot, place, condition,
          sum(kg) over (partition by lot, place, condition) as "all",
          sum(kg) over (partition by lot, place, condition order by day desc) as kg from later
    ), change as (
      select lot, place, condition, max("all") as "all", greatest(max(kg), 0) as most from since group by 1, 2, 3
    )
    select lot_id as "lotId", place_id as "placeId", now.condition, (kg - coalesce("all", 0))::text as kg,
        greatest(kg - coalesce(most, 0), 0)::text as free
      from now left join change
        on change.lot = now.lot_id and change.place = now.place_id and change.condition = now.condition
      where kg - coalesce("all", 0) > 0
      order by place_id, lot_id, now.condition`.execute(db);
  return rows;
}

const ofLots = (lotIds: readonly string[]) => {
  const own = sql`m.item_id = any(${[...lotIds]}::uuid[])`;
  return { into: own, outOf: own };
};

/** The missing mass of lots, by their moves; for locked lots it cannot change until the transaction ends. */
export function missingOf(
  trx: Trx,
  placeId: string,
  lotIds: readonly string[],
  day: string,
): Promise<Balance[]> {
  const now = sql`
    select ${placeId}::uuid as place_id, lot_id, condition, sum(kg) as kg from (
      select item_id as lot_id, to_condition as condition, kg from moves
        where item_id = any(${[...lotIds]}::uuid[]) and to_place = ${placeId}
      union all
      select item_id, from_condition, -kg from moves
        where item_id = any(${[...lotIds]}::uuid[]) and from_place = ${placeId}
    ) moved group by lot_id, condition`;
  return lotIds.length === 0 ? Promise.resolve([]) : balancesOn(trx, day, now, ofLots(lotIds));
}

/** Balances of locked lots on a day, locked until the transaction ends. */
export async function balancesOf(trx: Trx, lotIds: readonly string[], day: string): Promise<Balance[]> {
  if (lotIds.length === 0) return [];
  const own = sql`lot_balances where lot_id = any(${[...lotIds]}::uuid[])`;
  // In a statement of their own: the next one sees what postings before the lock have moved.
  await sql`select 1 from ${own} order by place_id, lot_id, condition for no key update`.execute(trx);
  return balancesOn(trx, day, sql`select place_id, lot_id, condition, kg from ${own}`, ofLots(lotIds));
}

/** Balances of all lots at these places on a day. */
export function balancesAt(db: Db | Trx, places: readonly string[], day: string): Promise<Balance[]> {
  const here = sql`any(${[...places]}::uuid[])`;
  const now = sql`select place_id, lot_id, condition, kg from lot_balances where place_id = ${here}`;
  return balancesOn(db, day, now, { into: sql`m.to_place = ${here}`, outOf: sql`m.from_place = ${here}` });
}
