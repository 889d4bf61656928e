import type { Resource } from '@voltloop/resource-kit';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../../platform/db.ts';
import { writtenAs } from '../../../../platform/like.ts';
import { inNameOrder } from '../../../../platform/name-order.ts';
import { isUuid } from '../../../../platform/uuid.ts';
import { nameOf } from './columns.ts';
import { type Choice, conditionsOf } from './filters.ts';
import { orderOf, orderSql } from './order.ts';
import { column, living, own, table } from './table.ts';

/** A row as an option of a reference. */
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

/** Titles of rows by id, including deleted ones, and whether each is active. */
export async function titlesById(
  db: Db,
  resource: Resource,
  tenantId: string,
  ids: readonly string[],
): Promise<{ id: string; title: string; living: boolean }[]> {
  const validIds = ids.filter(isUuid);
  if (validIds.length === 0) return [];
  const { rows } = await sql<{ id: string; title: string; living: boolean }>`
    select t.id, ${column(resource.title)}::text as title, t.deleted_at is null as living
    from ${table(resource)} t where ${own(tenantId)} and t.id = any(${validIds}::uuid[])`.execute(db);
  return rows;
}

/** Matches that are ranked: all of them could be the whole table. */
const LOOKED_AT = 200;

/** Active rows of a choice; exact titles first, then prefixes. */
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
      // A row without a title could not be recognised.
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
  const small = search.normalize('NFKC').toLowerCase();
  // As typed and in capitals, as codes are stored: the title's index finds both among any number of matches.
  const titles = [...new Set(writtenAs(search).flatMap((each) => [each, each.toUpperCase()]))];
  const titled = sql`${column(resource.title)} in (${sql.join(titles)})`;
  const { rows } = await sql<Offered>`select id, title, hint from (
      (${from} and ${titled} limit ${sql.lit(limit)})
      union (${from} order by ${order} limit ${sql.lit(LOOKED_AT)})) found
    order by lower(title) = ${small} desc, starts_with(lower(title), ${small}) desc, ${inNameOrder(sql`title`)}, id
    limit ${sql.lit(limit)}`.execute(db);
  return rows;
}
