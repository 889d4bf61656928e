import { columnOf, type Resource } from '@voltloop/resource-kit';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db.ts';
import { type Choice, conditionsOf } from './filters.ts';
import { orderOf, orderSql } from './order.ts';

/** A row as it is offered where others refer to it. */
export interface Offered {
  id: string;
  title: string;
  hint: string | null;
}

const table = (resource: Resource) => sql.table(resource.table);
const own = (tenantId: string) => sql`t.tenant_id = ${tenantId}::uuid`;

function offeredColumns({ title, lookup }: Resource): RawBuilder<unknown> {
  const text = (field: string) => sql`t.${sql.ref(columnOf(field))}::text`;
  return sql`t.id, ${text(title)} as title, ${lookup?.hint ? text(lookup.hint) : sql`null`} as hint`;
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
    [own(tenantId), sql`t.deleted_at is null`, ...conditionsOf(resource, choice)],
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
  const titled = sql`t.${sql.ref(columnOf(resource.title))} in (${search}, ${search.toUpperCase()})`;
  const { rows } = await sql<Offered>`select id, title, hint from (
      (${from} and ${titled} limit ${sql.lit(limit)})
      union (${from} order by ${order} limit ${sql.lit(LOOKED_AT)})) found
    order by lower(title) = ${small} desc, starts_with(lower(title), ${small}) desc, title, id
    limit ${sql.lit(limit)}`.execute(db);
  return rows;
}
