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

/**
 * SQL: whether a part is elsewhere than its whole, or ended otherwise. Only possible from before the ledger: a part
 * that has moved with its whole since then is inside it.
 * @param part row of batteries, with `whole` the one that it is part of
 */
export const isApart = (part: RawBuilder<unknown>, whole: RawBuilder<unknown>) => sql`(
  ${part}.moved_on is null and (
    ${part}.store_id is not null and (${part}.store_id, ${part}.location, ${part}.state)
      is distinct from (${whole}.store_id, ${whole}.location, ${whole}.state)
    or ${part}.state in ('sold', 'scrapped', 'recycled') and ${part}.state <> ${whole}.state))`;

/** SQL: a claim `c` of the document `d` in the store `s` by the account `a`, as the calls return it. */
export const claimJson = sql`json_build_object('document', json_build_object('id', d.id, 'kind', d.kind, 'no', d.no),
  'store', s.name, 'kg', trim_scale(c.kg)::text, 'by', a.name,
  'at', (extract(epoch from c.claimed_at) * 1000)::float8, 'until', (extract(epoch from c.ends_at) * 1000)::float8)`;

/** SQL: the last move of a battery's item `i`, as `m`, as if voided documents had never been posted. */
export const lastValidMove = sql`lateral (
  select own.* from moves own
      join documents posted on posted.id = own.document_id and posted.status = 'posted' and posted.reverses_id is null
    where own.item_id = i.id and own.n is not null order by own.n desc limit 1
) m`;

/**
 * SQL: the party that brought goods, by the document of their receipt. Goods whose receipt was voided leave the place
 * of its party, though another one may bring them.
 */
export const sourceKey = (document: string, place: string): RawBuilder<string> => sql`coalesce(
  'enterprise/' || ${sql.ref(`${document}.enterprise_id`)}, 'customer/' || ${sql.ref(`${document}.customer_id`)},
  ${sql.ref(`${place}.key`)})`;
