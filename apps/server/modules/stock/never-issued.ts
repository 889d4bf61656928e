import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../platform/db.ts';

/** SQL: no posted document has taken this item out of our stock; those that were voided do not count. */
export const isNeverIssued = (item: RawBuilder<unknown>) => sql`not exists (
  select 1 from moves m join documents d on d.id = m.document_id
      join places source on source.id = m.from_place join places target on target.id = m.to_place
    where m.item_id = ${item} and target.kind = 'outside' and source.kind <> 'outside'
      and d.reverses_id is null and d.status = 'posted')`;

/** Those of some items that never left our stock: outside, they are as they were before their first receipt. */
export async function neverIssued(trx: Trx, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select given.id
    from unnest(${[...new Set(ids)]}::uuid[]) as given (id) where ${isNeverIssued(sql`given.id`)}`.execute(
    trx,
  );
  return new Set(rows.map(({ id }) => id));
}
