import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../platform/db.ts';

/** A move that brought an item to a place of a kind from elsewhere, by a posted document; voided ones do not count. */
const broughtTo = (item: RawBuilder<unknown>, kind: RawBuilder<unknown>) => sql`
  from moves m join documents d on d.id = m.document_id
      join places source on source.id = m.from_place join places target on target.id = m.to_place
    where m.item_id = ${item} and target.kind = ${kind} and source.kind <> target.kind
      and d.reverses_id is null and d.status = 'posted'`;

/**
 * SQL: an item is outside or missing only because its receipt was voided: nobody has issued it or reported it missing,
 * and it is in its state from before the receipt.
 * @param kind of the place where it is
 */
export const hasNeverLeft = (item: RawBuilder<unknown>, kind: RawBuilder<unknown>) =>
  sql`${kind} in ('outside', 'difference') and not exists (select 1 ${broughtTo(item, kind)})`;

/**
 * {@link hasNeverLeft} of some items that go to places of these kinds. Evaluated item by item: in one query PostgreSQL
 * reads every move that has ever left the stock.
 */
export async function neverLeft(
  trx: Trx,
  items: readonly { id: string; kind: string }[],
): Promise<Set<string>> {
  const asked = items.filter(({ kind }) => kind === 'outside' || kind === 'difference');
  if (asked.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`select given.id
    from json_to_recordset(${JSON.stringify(asked)}::json) as given(id uuid, kind text)
      cross join lateral (select count(*) as times ${broughtTo(sql`given.id`, sql`given.kind`)}) brought
    where brought.times = 0`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}
