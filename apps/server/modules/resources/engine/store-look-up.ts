import type { Resource } from '@voltloop/resource-kit';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db.ts';
import { isUuid } from '../../../platform/uuid.ts';
import { nameOf } from './columns.ts';
import { type Choice, conditionsOf } from './filters.ts';
import { orderOf, orderSql } from './order.ts';
import { column, living, own, table } from './table.ts';

/** A row as it is offered where others refer to it. */
export interface Offered {
  id: string;
  title: string;
  hint: string | null;
}

function offeredColumns(resource: Resource): RawBuilder<unknown> {
  const { lookup } = resource;
  const text = (field: string) => sql`${column(field)}::text`;
  return sql`t.id, coalesce(${nameOf(resource, 't')}, '') as title, ${lookup?.hint ? text(lookup.hint) : sql`null`} as hint`;
}

/** Rows with these ids; deleted ones keep their title. */
export async function chosenRows(
  db: Db,
  resource: Resource,
  tenantId: string,
  ids: readonly string[],
): Promise<Offered[]> {
  const { rows } = await sql<Offered>`select ${offeredColumns(resource)} from ${table(resource)} t
    where ${own(tenantId)} and t.id = any(${[...ids]}::uuid[])`.execute(db);
  return rows;
}

/** Titles of rows by id, of deleted ones too, and whether each is still there. */
export async function titlesById(
  db: Db,
  resource: Resource,
  tenantId: string,
  ids: readonly string[],
): Promise<{ id: string; title: string; living: boolean }[]> {
  const asked = ids.filter(isUuid);
  if (asked.length === 0) return [];
  const { rows } = await sql<{ id: string; title: string; living: boolean }>`
    select t.id, ${column(resource.title)}::text as title, t.deleted_at is null as living
    from ${table(resource)} t where ${own(tenantId)} and t.id = any(${asked}::uuid[])`.execute(db);
  return rows;
}

/** Matches among which the best are looked for: all of them could be the whole table. */
const LOOKED_AT = 200;

/** Living rows of a choice; those whose title is the search come first, then those that begin with it. */
export async function matchingRows(
  db: Db,
  resource: Resource,
  tenantId: string,
  choice: Choice,
  limit: number,
): Promise<Offered[]> {
  const where = sql.join(
    [
      living(tenantId),
      // Nobody could recognize a row without a title.
      ...(resource.untitled ? [sql`${column(resource.title)} is not null`] : []),
      ...conditionsOf(resource, { ...choice, typing: true }),
    ],
    sql` and `,
  );
  const order = orderSql(orderOf(resource, choice), true);
  const from = sql`select ${offeredColumns(resource)} from ${table(resource)} t where ${where}`;
  if (!choice.search) {
    const { rows } = await sql<Offered>`${from} order by ${order} limit ${sql.lit(limit)}`.execute(db);
    return rows;
  }
  const { search } = choice;
  const small = search.toLowerCase();
  // As it was typed and as codes are kept: both can be looked up by the title's own index, however many others match.
  const titled = sql`${column(resource.title)} in (${search}, ${search.toUpperCase()})`;
  const { rows } = await sql<Offered>`select id, title, hint from (
      (${from} and ${titled} limit ${sql.lit(limit)})
      union (${from} order by ${order} limit ${sql.lit(LOOKED_AT)})) found
    order by lower(title) = ${small} desc, starts_with(lower(title), ${small}) desc, title, id
    limit ${sql.lit(limit)}`.execute(db);
  return rows;
}
