import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db.ts';

/*
 * The row counts of a tenant's long list by day, maintained by triggers (migration 0050): avoids counting the whole
 * list, and walking half of it for a page in the middle.
 */

/** The exact number of a tenant's active rows in a table. */
export async function countKept(db: Db, list: string, tenantId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`select coalesce(sum(n), 0)::int as total from list_counts
    where list = ${list} and tenant_id = ${tenantId}::uuid`.execute(db);
  return rows[0]?.total ?? 0;
}

/** SQL: the number of changes of any kind to a long list so far (migration 0052). */
export const changesOf = (list: string, tenantId: string): RawBuilder<number> =>
  sql`(select coalesce(sum(n), 0)::int from list_counts where list = ${`${list} changes`} and tenant_id = ${tenantId}::uuid)`;

/** Where a walk by time may start instead of at the end of the list. */
export interface DayPosition {
  total: number;
  /** The day on which the walk starts; all earlier rows in its direction are skipped. */
  day: string;
  /** Rows skipped before that day. */
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

/** Whether a time is on or after the day of a position, in the direction of reading. */
export const fromDayPosition = (
  time: RawBuilder<unknown>,
  { day }: DayPosition,
  down: boolean,
): RawBuilder<unknown> =>
  down
    ? sql`${time} < ((${day}::date + 1)::timestamp at time zone 'UTC')`
    : sql`${time} >= (${day}::date::timestamp at time zone 'UTC')`;

/**
 * Merges the counts that statements have added for a day since the last time. Concurrent readers see the state before
 * or after.
 */
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
