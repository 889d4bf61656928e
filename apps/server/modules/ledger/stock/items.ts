import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db.ts';
import { isApart } from './sql-fragments.ts';

/** A coded battery after its last move. */
export interface CodedItem {
  id: string;
  code: string;
  state: string;
  productType: number | null;
  chemistry: string | null;
  moveN: number;
  placeId: string | null;
  condition: string | null;
  /** Business day of its last move. */
  movedOn: string | null;
  bookedKg: string | null;
  /** Mass of the master record, which the first receipt books if its line has none. */
  massKg: string | null;
  parentId: string | null;
  /** A part that was not with its whole before the ledger. */
  apart: boolean;
  /** The whole that it is part of, after its last move. */
  whole: Whole | null;
}

/** Whether a void dissolved a product: its code is registered but has no goods. */
export const isTakenApart = (
  { id, placeId }: Pick<CodedItem, 'id' | 'placeId'>,
  places: ReadonlyMap<string, { kind: string; key: string }>,
): boolean => {
  const place = places.get(placeId ?? '');
  return place?.kind === 'inside' && place.key === id;
};

/** A battery with parts inside it. */
export interface Whole {
  id: string;
  parentId: string | null;
  moveN: number;
  placeId: string | null;
  condition: string | null;
  /** Business day of its last move, which moved its parts along. */
  movedOn: string | null;
  bookedKg: string | null;
}

/**
 * Coded batteries with these codes, locked with everything inside them until the transaction ends, in the order of
 * their ids. A battery without any move gets its item. A former code leads to its battery.
 */
export async function lockByCode(
  trx: Trx,
  tenantId: string,
  codes: readonly string[],
): Promise<Map<string, CodedItem>> {
  const items = await lockOwn(trx, tenantId, [...new Set(codes)]);
  const former = await formerCodes(
    trx,
    tenantId,
    codes.filter((code) => !items.has(code)),
  );
  const others = await lockOwn(trx, tenantId, [...new Set(former.values())]);
  for (const [code, now] of former) items.set(code, others.get(now) as CodedItem);
  return items;
}

/** Current codes of batteries by their former codes. */
export async function formerCodes(
  db: Db | Trx,
  tenantId: string,
  codes: readonly string[],
): Promise<Map<string, string>> {
  if (codes.length === 0) return new Map();
  const wanted = sql`${[...codes]}::text[]`;
  const { rows } = await sql<{ former: string; code: string }>`
    select former, b.battery_code as code
      from batteries b, unnest(string_to_array(b.former_codes, ' ')) former
      where b.tenant_id = ${tenantId} and b.former_codes is not null and b.deleted_at is null
        and string_to_array(b.former_codes, ' ') && ${wanted} and former = any(${wanted})`.execute(db);
  return new Map(rows.map(({ former, code }) => [former, code]));
}

async function lockOwn(
  trx: Trx,
  tenantId: string,
  codes: readonly string[],
): Promise<Map<string, CodedItem>> {
  const wanted = [...codes];
  if (wanted.length === 0) return new Map();
  await sql`insert into items (id, tenant_id, kind, chemistry)
    select id, tenant_id, 'coded', chemistry from batteries
      where tenant_id = ${tenantId} and battery_code = any(${wanted}::text[]) and deleted_at is null
      order by id
    on conflict do nothing`.execute(trx);
  await lockWithContents(
    trx,
    sql`select unnest(array[id, parent_id]) as id from batteries
      where tenant_id = ${tenantId} and battery_code = any(${wanted}::text[]) and deleted_at is null`,
  );
  const { rows } = await sql<CodedItem>`
    select i.id, b.battery_code as code, b.state, b.product_type as "productType", b.chemistry, i.move_n as "moveN",
        i.place_id as "placeId",
        coalesce(i.condition, case when b.state = 'scrapped' then 'scrapped' end) as condition, i.moved_on::text as "movedOn", i.booked_kg::text as "bookedKg",
        b.mass_kg::text as "massKg", b.parent_id as "parentId", coalesce(${isApart(sql`b`, sql`w`)}, false) as apart,
        case when b.parent_id is not null then json_build_object('id', b.parent_id, 'parentId', w.parent_id,
          'moveN', coalesce(wi.move_n, 0), 'placeId', wi.place_id, 'condition', wi.condition,
          'movedOn', wi.moved_on::text, 'bookedKg', wi.booked_kg::text) end as whole
      from batteries b join items i on i.id = b.id
        left join batteries w on w.id = b.parent_id left join items wi on wi.id = b.parent_id
      where b.tenant_id = ${tenantId} and b.battery_code = any(${wanted}::text[]) and b.deleted_at is null`.execute(
    trx,
  );
  return new Map(rows.map((row) => [row.code, row]));
}

/** Locks the items that a posted document has moved, with their contents, in the order of their ids. */
export const lockItems = (trx: Trx, documentId: string): Promise<void> =>
  lockWithContents(trx, sql`select item_id as id from moves where document_id = ${documentId}`);

/**
 * Parts are read whole by whole: the planner cannot estimate their number, and a hash join would read all batteries
 * for a few.
 */
async function lockWithContents(trx: Trx, ids: RawBuilder<unknown>): Promise<void> {
  await sql`with recursive down as (
      ${ids}
      union
      select part.id from down cross join lateral (
        select b.id from batteries b where b.parent_id = down.id and b.deleted_at is null offset 0) part
    )
    select i.id from items i where i.id = any(array(select id from down)) order by i.id for no key update`.execute(
    trx,
  );
}

/** The last move of items: the account that posted it, the document and the time. */
export interface LastMove {
  itemId: string;
  documentNo: string | null;
  by: string | null;
  at: Date;
}

export async function lastMoves(trx: Trx, ids: readonly string[]): Promise<Map<string, LastMove>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<LastMove>`
    select m.item_id as "itemId", d.no as "documentNo", a.name as by, m.posted_at as at
      from items i join moves m on m.item_id = i.id and m.n = i.move_n
        join documents d on d.id = m.document_id left join accounts a on a.id = m.actor
      where i.id = any(${[...ids]}::uuid[])`.execute(trx);
  return new Map(rows.map((row) => [row.itemId, row]));
}
