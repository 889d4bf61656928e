import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../platform/db.ts';

/** A move by a valid document that brought an item from elsewhere to a place of a kind. */
const broughtTo = (item: RawBuilder<unknown>, kind: RawBuilder<unknown>) => sql`
  from moves m join documents d on d.id = m.document_id
      join places source on source.id = m.from_place join places target on target.id = m.to_place
    where m.item_id = ${item} and target.kind = ${kind} and source.kind <> target.kind
      and d.reverses_id is null and d.status = 'posted'`;

/**
 * SQL: an item is outside or missing only because its receipt was voided: it was neither issued nor reported missing,
 * and is in its state from before the receipt.
 * @param kind of the place where it is
 */
export const hasNeverLeft = (item: RawBuilder<unknown>, kind: RawBuilder<unknown>) =>
  sql`${kind} in ('outside', 'difference') and not exists (select 1 ${broughtTo(item, kind)})`;

/**
 * {@link hasNeverLeft} for items that go to places of these kinds. Evaluated item by item: in one query PostgreSQL
 * would read every move that has ever left the stock.
 */
export async function neverLeft(
  trx: Trx,
  items: readonly { id: string; kind: string }[],
): Promise<Set<string>> {
  const candidates = items.filter(({ kind }) => kind === 'outside' || kind === 'difference');
  if (candidates.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`select given.id
    from json_to_recordset(${JSON.stringify(candidates)}::json) as given(id uuid, kind text)
      cross join lateral (select count(*) as times ${broughtTo(sql`given.id`, sql`given.kind`)}) brought
    where brought.times = 0`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}
