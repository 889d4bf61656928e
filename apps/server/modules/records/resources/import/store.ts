import { columnOf, type Resource, type Values } from '@voltloop/resource-kit';
import { sql } from 'kysely';
import type { Db, Trx } from '../../../../platform/db.ts';
import { stored } from '../engine/columns.ts';
import { column, living, table } from '../engine/table.ts';

/** Ids of active rows by title; several rows may share a title. */
export async function idsByTitle(
  db: Db | Trx,
  resource: Resource,
  tenantId: string,
  titles: readonly string[],
): Promise<Map<string, string[]>> {
  if (titles.length === 0) return new Map();
  const title = column(resource.title);
  const { rows } = await sql<{ title: string; ids: string[] }>`
    select ${title}::text as title, array_agg(t.id::text) as ids from ${table(resource)} t
    where ${living(tenantId)} and ${title} = any(${[...new Set(titles)]}::text[])
    group by 1`.execute(db);
  return new Map(rows.map((row) => [row.title, row.ids]));
}

/** Positions of the rows whose values of these fields an active row already has. */
export async function takenBy(
  db: Db | Trx,
  resource: Resource,
  tenantId: string,
  fields: readonly string[],
  rows: readonly Values[],
): Promise<Set<number>> {
  if (rows.length === 0) return new Set();
  const json = rows.map((values) =>
    Object.fromEntries(
      fields.map((name) => {
        const field = resource.fields[name];
        return [columnOf(name), field ? stored(field, values[name]) : null];
      }),
    ),
  );
  const same = fields.map((name) => sql`${column(name)} = r.${sql.ref(columnOf(name))}`);
  const { rows: taken } = await sql<{ place: number }>`
    select distinct (r.ordinality - 1)::int as place
    from json_populate_recordset(null::${table(resource)}, ${JSON.stringify(json)}::json) with ordinality r
    join ${table(resource)} t on ${sql.join(same, sql` and `)}
    where ${living(tenantId)}`.execute(db);
  return new Set(taken.map(({ place }) => place));
}
