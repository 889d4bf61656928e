import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db.ts';

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

/** The mass of a lot at a place, in kg. */
export interface Balance {
  lotId: string;
  placeId: string;
  condition: string;
  pieces: number;
  kg: string;
}

/** The missing mass of lots, by their moves; for locked lots it cannot change until the transaction ends. */
export async function missingOf(trx: Trx, placeId: string, lotIds: readonly string[]): Promise<Balance[]> {
  if (lotIds.length === 0) return [];
  const { rows } = await sql<Balance>`
    select item_id as "lotId", ${placeId}::uuid as "placeId", to_condition as condition, 0 as pieces,
        sum(case when to_place = ${placeId} then kg else -kg end)::text as kg
      from moves where item_id = any(${[...lotIds]}::uuid[]) and ${placeId} in (from_place, to_place)
      group by 1, 3 having sum(case when to_place = ${placeId} then kg else -kg end) > 0 order by 3`.execute(
    trx,
  );
  return rows;
}

/** Balances of lots, locked until the transaction ends. */
export async function balancesOf(trx: Trx, lotIds: readonly string[]): Promise<Balance[]> {
  if (lotIds.length === 0) return [];
  const { rows } = await sql<Balance>`
    select lot_id as "lotId", place_id as "placeId", condition, pieces, kg::text as kg from lot_balances
      where lot_id = any(${[...lotIds]}::uuid[]) and kg > 0
      order by place_id, lot_id, condition for no key update`.execute(trx);
  return rows;
}
