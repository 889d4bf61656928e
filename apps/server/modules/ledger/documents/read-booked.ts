import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db.ts';
import {
  type Balance,
  balancesAt,
  formerCodes,
  type Lot,
  locationsOf,
  type PlaceKind,
  placeOf,
} from '../stock/index.ts';
import type { Booked, BookedItem } from './check-count.ts';
import type { Document } from './document.ts';
import type { Line } from './lines.ts';

/** The ledger's state of the counted places, and of the scanned goods. */
export async function readBooked(
  db: Db | Trx,
  tenantId: string,
  document: Document,
  lines: readonly Line[],
): Promise<Booked> {
  const locations = await locationsOf(db, tenantId, document.store_id as string);
  const only = document.location as string | null;
  const counted = [...locations].filter(([code]) => only === null || code === only);
  const scope = new Map(counted.map(([, place]) => [place.id, place]));
  const places = [...scope.keys()];
  const watermark = document.watermark as string;
  const numbers = lines.flatMap(({ code, lotNo }) => (code === null && lotNo !== null ? [lotNo] : []));
  return {
    day: document.day,
    locations,
    scope,
    only,
    difference: await placeOf(db, tenantId, 'difference'),
    items: await itemsOf(
      db,
      tenantId,
      lines.flatMap(({ code }) => code ?? []),
      places,
      watermark,
    ),
    ...(await lotsOf(db, tenantId, numbers, places, document.day)),
    touched: await touchedSince(db, tenantId, places, watermark),
  };
}

type Read = Omit<BookedItem, 'place'> & {
  kind: PlaceKind | null;
  key: string;
  storeId: string | null;
  locationCode: string | null;
};

async function itemsOf(
  db: Db | Trx,
  tenantId: string,
  codes: readonly string[],
  places: readonly string[],
  watermark: string,
): Promise<Map<string, BookedItem>> {
  const own = async (wanted: readonly string[], within: readonly string[]) => {
    const { rows } = await sql<Read>`
      select b.id, b.battery_code as code, b.product_type as "productType", b.chemistry,
          coalesce(i.move_n, 0) as "moveN", i.place_id as "placeId", i.condition, i.moved_on::text as "movedOn",
          i.booked_kg::text as "bookedKg", b.mass_kg::text as "massKg", b.parent_id as "parentId",
          coalesce(m.seq > ${watermark}::bigint, false) as since,
          p.kind, p.key, p.store_id as "storeId", p.code as "locationCode"
        from batteries b left join items i on i.id = b.id left join places p on p.id = i.place_id
          left join moves m on m.item_id = i.id and m.n = i.move_n
        where b.tenant_id = ${tenantId} and b.deleted_at is null and b.id in (
          select id from batteries where tenant_id = ${tenantId} and battery_code = any(${[...wanted]}::text[])
          union
          select id from items where place_id = any(${[...within]}::uuid[]) and kind = 'coded')
        order by b.battery_code`.execute(db);
    return rows.map(({ kind, key, storeId, locationCode, ...item }): BookedItem => {
      const place =
        kind === null ? null : { id: item.placeId as string, kind, key, storeId, code: locationCode };
      return { ...item, place };
    });
  };
  const items = new Map((await own(codes, places)).map((item) => [item.code, item]));
  const former = await formerCodes(
    db,
    tenantId,
    codes.filter((code) => !items.has(code)),
  );
  const others = (await own([...former.values()], [])).map((item) => [item.code, item] as const);
  for (const [code, item] of others) if (!items.has(code)) items.set(code, item);
  for (const [code, now] of former) items.set(code, items.get(now) as BookedItem);
  return items;
}

async function lotsOf(
  db: Db | Trx,
  tenantId: string,
  numbers: readonly string[],
  places: readonly string[],
  day: string,
): Promise<{ lots: Map<string, Lot>; balances: Balance[] }> {
  const balances = await balancesAt(db, places, day);
  const { rows } = await sql<Lot>`
    select id, lot_no as "lotNo", material, chemistry, basis from lots
      where tenant_id = ${tenantId} and (lot_no = any(${[...numbers]}::text[])
        or id = any(${balances.map(({ lotId }) => lotId)}::uuid[])) order by lot_no`.execute(db);
  return { lots: new Map(rows.map((lot) => [lot.lotNo, lot])), balances };
}

async function touchedSince(
  db: Db | Trx,
  tenantId: string,
  places: readonly string[],
  watermark: string,
): Promise<Set<string>> {
  const { rows } = await sql<{ lot: string; place: string }>`
    select distinct m.item_id as lot, p.place from moves m, lateral (values (m.from_place), (m.to_place)) p(place)
      where m.seq > ${watermark}::bigint and m.tenant_id = ${tenantId} and m.n is null
        and p.place = any(${[...places]}::uuid[])`.execute(db);
  return new Set(rows.map(({ lot, place }) => `${lot} ${place}`));
}
