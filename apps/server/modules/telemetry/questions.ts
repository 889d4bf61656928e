import { z } from 'zod';
import type { Question } from '../../platform/clickhouse.ts';

/** The questions that read stored telemetry. Values come out in units; times are epoch ms; ranges are half-open. */

const inRange = `time >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') and time < fromUnixTimestamp64Milli({to:Int64}, 'UTC')`;
const selected = `point in {points:Array(UInt16)}
      and (point in {whole:Array(UInt16)} or toUInt32(point) * 65536 + part in {parts:Array(UInt32)})`;
// FINAL makes the same reading delivered twice count once; months never share a row.
const settings = 'settings do_not_merge_across_partitions_select_final = 1';

/** First and last device time of a thing's frames in a range; no row when there are none. */
export const frameSpan = {
  name: 'frame span',
  sql: `
    select toUnixTimestamp64Milli(min(time)) as first_ms, toUnixTimestamp64Milli(max(time)) as last_ms
    from frames
    where thing = {thing:UInt32} and ${inRange}
    having count() > 0`,
  row: z.object({ first_ms: z.number(), last_ms: z.number() }),
} satisfies Question<z.ZodType>;

const timeRow = z.object({
  time_ms: z.number(),
  /** `point * 65536 + part` of each value. */
  ids: z.array(z.number()),
  values: z.array(z.number()),
});

const rowsInOrder = (direction: 'asc' | 'desc') => ({
  name: `rows by time ${direction}`,
  sql: `
    select toUnixTimestamp64Milli(time) as time_ms, groupArray(toUInt32(point) * 65536 + part) as ids,
      groupArray(value / 1000) as values
    from points final
    where thing = {thing:UInt32} and ${inRange} and ${selected}
    group by time
    having {must:UInt16} = 0 or arrayExists(id -> intDiv(id, 65536) = {must:UInt16}, ids)
    order by time ${direction}
    limit {limit:UInt32}
    ${settings}`,
  row: timeRow,
});

/** Points by the time they were taken, at most `limit` times; `must` is a point that a row must have, or 0. */
export const rowsAscending = rowsInOrder('asc') satisfies Question<z.ZodType>;
export const rowsDescending = rowsInOrder('desc') satisfies Question<z.ZodType>;

/** The series of some points as they are stored, in order of time. */
export const rawSeries = {
  name: 'raw series',
  sql: `
    select point, part, groupArray(toUnixTimestamp64Milli(time)) as times, groupArray(value / 1000) as values
    from (
      select point, part, time, value from points final
      where thing = {thing:UInt32} and ${inRange} and ${selected}
      order by point, part, time
    )
    group by point, part
    ${settings}`,
  row: z.object({
    point: z.number(),
    part: z.number(),
    times: z.array(z.number()),
    values: z.array(z.number()),
  }),
} satisfies Question<z.ZodType>;

const newestRow = z.object({ point: z.number(), part: z.number(), time_ms: z.number(), value: z.number() });

/** The newest value of each point within a range. */
export const newestValues = {
  name: 'newest values',
  sql: `
    select point, part, toUnixTimestamp64Milli(max(time)) as time_ms, argMax(value, (time, value)) / 1000 as value
    from points
    where thing = {thing:UInt32} and ${inRange}
    group by point, part`,
  row: newestRow,
} satisfies Question<z.ZodType>;

/** The newest value of system-level points, from the roll-up: for points that have been silent for long. */
export const newestRolledUp = {
  name: 'newest rolled-up values',
  sql: `
    select point, 0 as part, toUnixTimestamp(newest.1) * 1000 + toInt64(bitShiftRight(newest.2, 44)) as time_ms,
      (toInt64(bitAnd(newest.2, 17592186044415)) - 8796093022208) / 1000 as value
    from (
      select point, max((bucket, last)) as newest
      from points_15m
      where thing = {thing:UInt32} and point in {points:Array(UInt16)} and bucket < toDateTime({to:Int64} / 1000)
      group by point
    )`,
  row: newestRow,
} satisfies Question<z.ZodType>;
