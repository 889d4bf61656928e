import { sql } from 'kysely';
import { type Db, oneRow, type Trx } from '../../../platform/db.ts';

/** The place of goods: a location of a store, or one of the other places. */
export type PlaceKind =
  | 'location'
  | 'inside'
  | 'vehicle'
  | 'production'
  | 'transit'
  | 'outside'
  | 'difference'
  | 'opening'
  | 'recycled';

/**
 * Places without balances: goods there are not ours, count with their whole, are missing, or no longer exist as
 * goods.
 */
export const uncounted: readonly PlaceKind[] = ['outside', 'opening', 'inside', 'difference', 'recycled'];

export interface Place {
  id: string;
  kind: PlaceKind;
  /** Distinguishes places of a kind; of `outside`: `customer/<id>`, `enterprise/<id>`, or empty. */
  key: string;
  storeId: string | null;
  /** The code of a location in its store; empty: unplaced. */
  code: string | null;
}

const selected = sql`id, kind, key, store_id as "storeId", code`;

export async function placesById(
  trx: Trx,
  tenantId: string,
  ids: readonly string[],
): Promise<Map<string, Place>> {
  const { rows } = await sql<Place>`select ${selected} from places
    where tenant_id = ${tenantId} and id = any(${[...new Set(ids)]}::uuid[])`.execute(trx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Locations of a store by their codes, in their order; empty is the place of unplaced goods. */
export async function locationsOf(
  db: Db | Trx,
  tenantId: string,
  storeId: string,
): Promise<Map<string, Place>> {
  const { rows } = await sql<Place>`select ${selected} from places
    where tenant_id = ${tenantId} and store_id = ${storeId} order by code`.execute(db);
  return new Map(rows.map((row) => [row.code ?? '', row]));
}

/** The places inside batteries, by their ids; created if missing. */
export async function placesInside(
  trx: Trx,
  tenantId: string,
  batteries: readonly string[],
): Promise<Map<string, Place>> {
  const keys = [...new Set(batteries)].sort();
  if (keys.length === 0) return new Map();
  await sql`insert into places (tenant_id, kind, key)
    select ${tenantId}::uuid, 'inside', key from unnest(${keys}::text[]) key order by key
    on conflict do nothing`.execute(trx);
  const { rows } = await sql<Place>`select ${selected} from places
    where tenant_id = ${tenantId} and kind = 'inside' and key = any(${keys}::text[])`.execute(trx);
  return new Map(rows.map((row) => [row.key, row]));
}

/** The place of this kind and key, created if missing. */
export async function placeOf(db: Db | Trx, tenantId: string, kind: PlaceKind, key = ''): Promise<Place> {
  const found = () =>
    sql<Place>`select ${selected} from places
      where tenant_id = ${tenantId} and kind = ${kind} and key = ${key}`.execute(db);
  const [known] = (await found()).rows;
  if (known) return known;
  await sql`insert into places (tenant_id, kind, key) values (${tenantId}, ${kind}, ${key})
    on conflict do nothing`.execute(db);
  return oneRow(await found());
}
