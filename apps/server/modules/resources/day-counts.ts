import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db.ts';

/*
 * How many rows of a long list a tenant has, by day: kept by triggers (migration 0050) for tables that have them, so that
 * neither the whole need be counted nor half of it be walked for a page in its middle.
 */

/** Living rows of a table that a tenant has, exactly. */
export async function countKept(db: Db, list: string, tenantId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`select coalesce(sum(n), 0)::int as total from list_counts
    where list = ${list} and tenant_id = ${tenantId}::uuid`.execute(db);
  return rows[0]?.total ?? 0;
}

/** As SQL: how often rows of a long list have changed so far, in whatever way (migration 0052). */
export const changesOf = (list: string, tenantId: string): RawBuilder<number> =>
  sql`(select coalesce(sum(n), 0)::int from list_counts where list = ${`${list} changes`} and tenant_id = ${tenantId}::uuid)`;

/** Where a walk by time may begin instead of at the end of the list. */
export interface DayPosition {
  total: number;
  /** Of the walk's first row: no row before it has another place than before this. */
  day: string;
  /** Rows that the walk passes by before that day. */
  before: number;
}

/** The day of the row at `offset` of a list by time; undefined beyond its last row. */
export async function findDayPosition(
  db: Db,
  list: string,
  tenantId: string,
  { offset, down }: { offset: number; down: boolean },
): Promise<DayPosition | undefined> {
  const order = down ? sql`day desc` : sql`day`;
  const { rows } = await sql<DayPosition>`
    select day::text, before::int, total::int from (
      select day, n, sum(n) over () as total, sum(n) over (order by ${order}) - n as before
      from (select day, sum(n) as n from list_counts where list = ${list} and tenant_id = ${tenantId}::uuid group by day) d
    ) days where n > 0 and before <= ${offset} and before + n > ${offset}`.execute(db);
  return rows[0];
}

/** Whether a time is on the day of a spot or after it, in the direction of reading. */
export const fromDayPosition = (
  time: RawBuilder<unknown>,
  { day }: DayPosition,
  down: boolean,
): RawBuilder<unknown> =>
  down
    ? sql`${time} < ((${day}::date + 1)::timestamp at time zone 'UTC')`
    : sql`${time} >= (${day}::date::timestamp at time zone 'UTC')`;

/** Sums up what statements have noted of a day since the last time. Who reads meanwhile sees the one or the other. */
export async function sumUpCounts(db: Db): Promise<void> {
  await sql`
    with open as (select distinct list, tenant_id, day from list_counts where not summed),
    gone as (
      delete from list_counts c using open
        where c.list = open.list and c.tenant_id = open.tenant_id and c.day = open.day returning c.*
    )
    insert into list_counts select list, tenant_id, day, sum(n), true from gone
      group by 1, 2, 3 having sum(n) <> 0`.execute(db);
}
