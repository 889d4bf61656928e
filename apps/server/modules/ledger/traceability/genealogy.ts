import { sql } from 'kysely';
import type { Db } from '../../../platform/db.ts';

/** Maximum number of goods in each direction. */
const MAX_ITEMS = 500;

/** SQL: the document of a move is valid. */
const isValidMove = (
  move: string,
) => sql`exists (select 1 from documents d where d.id = ${sql.ref(`${move}.document_id`)}
  and d.status = 'posted' and d.reverses_id is null)`;

/**
 * The goods that some were made of (`back`), or that were made of them (`on`), over any number of productions and
 * runs. Each is visited once, so cycles end, and the walk stops at the limit; nearest first.
 */
export async function findAround(
  db: Db,
  tenantId: string,
  roots: readonly string[],
  way: 'back' | 'on',
): Promise<{ items: string[]; cut: boolean }> {
  if (roots.length === 0) return { items: [], cut: false };
  // The end of a move at the goods of the walk, and the other end.
  const [near, far] = (way === 'back' ? ['from_place', 'to_place'] : ['to_place', 'from_place']).map((name) =>
    sql.ref(name),
  );
  const { rows } = await sql<{ id: string }>`
    with recursive around(id) as (
      select unnest(${[...roots]}::uuid[])
      union
      select n.id from around a cross join lateral (
        -- Input of the runs that produced it, or output of the runs that it entered.
        select x.item_id as id
          from moves m join places p on p.id = m.${near} and p.kind = 'recycled'
            join documents run on run.id = m.document_id and run.kind = 'recyclingRun' and run.status = 'posted'
              and run.reverses_id is null
            join moves x on x.document_id = m.document_id join places o on o.id = x.${far} and o.kind = 'recycled'
          where m.item_id = a.id
        union all
        -- The battery that it was taken out of, or became a part of.
        select p.key::uuid from moves m join places p on p.id = m.${near} and p.kind = 'inside'
          where m.item_id = a.id and p.key <> a.id::text and ${isValidMove('m')}
        union all
        -- Its components, or parts taken out of it.
        select m.item_id from places p join moves m on m.${far} = p.id
          where p.tenant_id = ${tenantId} and p.kind = 'inside' and p.key = a.id::text and m.item_id <> a.id
            and ${isValidMove('m')}
        offset 0
      ) n
    )
    select id from around limit ${roots.length + MAX_ITEMS + 1}`.execute(db);
  const own = new Set(roots);
  const items = rows.map(({ id }) => id).filter((id) => !own.has(id));
  return { items: items.slice(0, MAX_ITEMS), cut: items.length > MAX_ITEMS };
}
