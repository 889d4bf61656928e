import { sql } from 'kysely';
import type { Trx } from '../../../platform/db.ts';
import { projectBatteries } from './battery-projection.ts';
import { batteryStateAt } from './battery-state.ts';
import { addFlows } from './flows.ts';
import { type Place, uncounted } from './places.ts';

/** A move to be written. */
export interface Move {
  lineId: string;
  itemId: string;
  /** The number of the item's move; null for a lot, which is counted by mass. */
  n: number | null;
  from: Place;
  to: Place;
  fromCondition: string | null;
  toCondition: string;
  pieces: number | null;
  /** Booked mass in kg. */
  kg: string;
  /** The battery's state if its place does not determine it: after voiding its first receipt. */
  state?: string;
  /** A whole opened for its parts: its line is that of a part, and the document does not move it. */
  whole?: true;
}

interface Posting {
  tenantId: string;
  accountId: string;
  documentId: string;
  /** Business day, yyyy-MM-dd. */
  day: string;
  now: Date;
}

/**
 * Writes moves and all their effects: the place and condition of items, the state of batteries with their contents,
 * balances of lots, totals of places, flows of stores. The caller has locked the items; balances and totals are
 * locked here, in the order of their places.
 */
export async function writeMoves(trx: Trx, posting: Posting, moves: readonly Move[]): Promise<void> {
  if (moves.length === 0) return;
  const { tenantId, accountId, documentId, day, now } = posting;
  const last = new Map(moves.map(({ itemId, n }) => [itemId, n]));
  const rows = JSON.stringify(
    moves.map(({ lineId, itemId, n, from, to, fromCondition, toCondition, pieces, kg, state }) => ({
      line: lineId,
      item: itemId,
      n,
      // The final place after the document.
      last: n !== null && last.get(itemId) === n,
      from: from.id,
      to: to.id,
      from_condition: fromCondition,
      to_condition: toCondition,
      pieces,
      kg,
      // Goods at places that are not ours have no balance.
      from_counts: counted(from),
      to_counts: counted(to),
      store: to.storeId,
      location: to.code || null,
      state: state ?? (isInsideItself(itemId, to) ? 'registered' : batteryStateAt(to, toCondition)) ?? null,
      whole: to.kind === 'inside' && !isInsideItself(itemId, to) ? to.key : null,
    })),
  );
  const given = sql`json_to_recordset(${rows}::json) as m(line uuid, item uuid, n int, last boolean, "from" uuid,
    "to" uuid, from_condition text, to_condition text, pieces int, kg numeric, from_counts boolean, to_counts boolean,
    store uuid, location text, state text, whole uuid)`;
  const written = await sql<{ first: string }>`with written as (
    insert into moves (tenant_id, item_id, n, from_place, to_place, from_condition, to_condition, pieces, kg,
      day, posted_at, document_id, line_id, actor)
    select ${tenantId}::uuid, item, n, "from", "to", from_condition, to_condition, pieces, kg,
      ${day}::date, ${now}::timestamptz, ${documentId}::uuid, line, ${accountId}::uuid from ${given}
    returning seq
  ) select min(seq) as first from written`.execute(trx);
  await sql`update items i set move_n = m.n, place_id = m."to", condition = m.to_condition, moved_on = ${day}::date,
      booked_kg = m.kg
    from ${given} where i.id = m.item and m.last`.execute(trx);
  const coded = moves.filter(({ n }) => n !== null);
  const parts = {
    taken: coded.flatMap(({ itemId, from, to }) =>
      from.kind === 'inside' && to.kind !== 'inside' ? [itemId] : [],
    ),
    returns: coded.some(({ itemId, to }) => to.kind === 'inside' && !isInsideItself(itemId, to)),
  };
  await projectBatteries(trx, given, { day, now }, parts);
  if (moves.some(({ n }) => n === null)) await addToBalances(trx, given);
  await addToTotals(trx, given);
  await addFlows(trx, {
    documentId,
    first: written.rows[0]?.first as string,
    items: moves.map(({ itemId }) => itemId),
  });
}

/** Products come from inside themselves, and return there when their production is voided: they are no goods there. */
const isInsideItself = (itemId: string, { kind, key }: Place) => kind === 'inside' && key === itemId;

const counted = ({ kind }: Place) => !uncounted.includes(kind);

type MovesTable = ReturnType<typeof sql>;

/**
 * Balances of lots; the check of the table refuses negative ones. Rows are created first: PostgreSQL checks the row
 * that an upsert would insert, even if it updates.
 */
async function addToBalances(trx: Trx, given: MovesTable): Promise<void> {
  const changes = sql`(
    select "to" as place, item, to_condition as condition, coalesce(pieces, 0) as pieces, kg from ${given}
      where n is null and to_counts
    union all
    select "from", item, from_condition, -coalesce(pieces, 0), -kg from ${given} where n is null and from_counts
  ) changes`;
  await sql`insert into lot_balances (place_id, lot_id, condition, kg)
    select distinct place, item, condition, 0 from ${changes} order by 1, 2, 3 on conflict do nothing`.execute(
    trx,
  );
  await sql`update lot_balances b set pieces = b.pieces + c.pieces, kg = b.kg + c.kg
    from (select place, item, condition, sum(pieces) as pieces, sum(kg) as kg from ${changes} group by 1, 2, 3) c
    where b.place_id = c.place and b.lot_id = c.item and b.condition = c.condition`.execute(trx);
}

/** Totals of places come last and in the order of their ids: every posting at a place waits for them. */
async function addToTotals(trx: Trx, given: MovesTable): Promise<void> {
  const changes = sql`(
    select "to" as place, coalesce(pieces, 0) as pieces, kg from ${given} where to_counts
    union all
    select "from", -coalesce(pieces, 0), -kg from ${given} where from_counts
  ) changes`;
  await sql`insert into place_totals (place_id) select distinct place from ${changes} order by 1
    on conflict do nothing`.execute(trx);
  await sql`select 1 from place_totals where place_id in (select place from ${changes})
    order by place_id for no key update`.execute(trx);
  await sql`update place_totals t set pieces = t.pieces + c.pieces, kg = t.kg + c.kg
    from (select place, sum(pieces) as pieces, sum(kg) as kg from ${changes} group by 1) c
    where t.place_id = c.place`.execute(trx);
}
