import type { Comparator } from '@voltloop/contract/comparators.ts';
import { z } from 'zod';
import type { ColumnQuery, Query } from '../../../platform/clickhouse.ts';
import { QUARTER_MS } from './counter-rules.ts';

/** Queries for stored telemetry. Values are in units; times are epoch ms; ranges are half-open. */

const inRange = `time >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') and time < fromUnixTimestamp64Milli({to:Int64}, 'UTC')`;
const selected = `point in {points:Array(UInt16)}
      and (point in {whole:Array(UInt16)} or toUInt32(point) * 65536 + part in {parts:Array(UInt32)})`;
// FINAL counts a reading that was delivered twice once; months never share a row.
const settings = 'settings do_not_merge_across_partitions_select_final = 1';

/** A column of numbers, checked in one loop: a schema per element takes longer than the query. */
const numbers = z.custom<number[]>(
  (column) => Array.isArray(column) && column.every((n) => typeof n === 'number'),
  'expected a column of numbers',
);

/** First and last device time of a thing's frames in a range; no row when there are none. */
export const frameSpan = {
  name: 'frame span',
  sql: `
    select toUnixTimestamp64Milli(min(time)) as first_ms, toUnixTimestamp64Milli(max(time)) as last_ms
    from frames
    where thing = {thing:UInt32} and ${inRange}
    having count() > 0`,
  row: z.object({ first_ms: z.number(), last_ms: z.number() }),
} satisfies Query<z.ZodType>;

const timeRow = z.object({
  time_ms: z.number(),
  /** `point * 65536 + part` of each value. */
  ids: numbers,
  values: numbers,
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

/** Points by device time, at most `limit` times; `must` is a point that a row must have, or 0. */
export const rowsAscending = rowsInOrder('asc') satisfies Query<z.ZodType>;
export const rowsDescending = rowsInOrder('desc') satisfies Query<z.ZodType>;

/** Stored readings of some points, unordered: point, part, time, value. */
export const rawSeries = {
  name: 'raw series',
  sql: `
    select point, part, toUnixTimestamp64Milli(time), value / 1000
    from points final
    where thing = {thing:UInt32} and ${inRange} and ${selected}
    ${settings}, max_threads = 1`,
  columns: z.tuple([numbers, numbers, numbers, numbers]),
} satisfies ColumnQuery<z.ZodType>;

const newestRow = z.object({ point: z.number(), part: z.number(), time_ms: z.number(), value: z.number() });

// Bucket and reading as one number that sorts by time: a minimum over tuples takes many times as long.
const inOrder = (packed: string) => `bitShiftLeft(toUInt128(toUnixTimestamp(bucket)), 64) + ${packed}`;
const low64 = (both: string) => `toUInt64(bitAnd(${both}, toUInt128(18446744073709551615)))`;
const bucketOf = (both: string) => `toInt64(bitShiftRight(${both}, 64)) * 1000`;
// The primary key leaves a few granules; PREWHERE on those takes twice as long as reading them.
const fewGranules = 'settings max_threads = 1, optimize_move_to_prewhere = 0';
// `first` and `last` of the roll-up contain an offset within the bucket and a value; see 0001_telemetry.sql.
const offsetOf = (packed: string) => `toInt64(bitShiftRight(${packed}, 44))`;
const unpacked = (packed: string) => `(toInt64(bitAnd(${packed}, 17592186044415)) - 8796093022208)`;

/** The newest value of each point within a range. */
export const newestValues = {
  name: 'newest values',
  sql: `
    select point, part, toInt64(bitShiftRight(newest, 64)) as time_ms,
      (toInt64(${low64('newest')}) - 8796093022208) / 1000 as value
    from (
      select point, part,
        max(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(time)), 64) + toUInt64(value + 8796093022208)) as newest
      from points
      where thing = {thing:UInt32} and ${inRange}
      group by point, part
    )`,
  row: newestRow,
} satisfies Query<z.ZodType>;

/** The newest value of system-level points, from the roll-up: for points that have been silent for long. */
export const newestRolledUp = {
  name: 'newest rolled-up values',
  sql: `
    select point, 0 as part, ${bucketOf('newest')} + ${offsetOf(low64('newest'))} as time_ms,
      ${unpacked(low64('newest'))} / 1000 as value
    from (
      select point, max(${inOrder('last')}) as newest
      from points_15m
      where thing = {thing:UInt32} and point in {points:Array(UInt16)} and bucket < toDateTime(intDiv({to:Int64}, 1000))
      group by point
    )
    ${fewGranules}`,
  row: newestRow,
} satisfies Query<z.ZodType>;

/**
 * The quarter-hours of some system-level points, unordered: point, start, first reading and its time, last reading and
 * its time, lowest, highest. Values in thousandths. Unmerged parts return several rows.
 */
export const rolledUp = {
  name: 'quarter-hours',
  sql: `
    select point, toInt64(toUnixTimestamp(bucket)) * 1000 as start, ${unpacked('first')}, start + ${offsetOf('first')},
      ${unpacked('last')}, start + ${offsetOf('last')}, low, high
    from points_15m
    where thing = {thing:UInt32} and point in {points:Array(UInt16)}
      and bucket >= toDateTime(intDiv({from:Int64}, 1000)) and bucket < toDateTime(intDiv({to:Int64}, 1000))
    ${fewGranules}`,
  columns: z.tuple([numbers, numbers, numbers, numbers, numbers, numbers, numbers, numbers]),
} satisfies ColumnQuery<z.ZodType>;

const piecesBy = (start: string) => ({
  name: `pieces by ${start}`,
  sql: `
    select point, part, groupArray(start) as starts, groupArray(s / 1000) as sums, groupArray(n) as counts,
      groupArray(f / 1000) as firsts, groupArray(l / 1000) as lasts, groupArray(lo / 1000) as lows,
      groupArray(hi / 1000) as highs
    from (
      select point, part, ${start} as start, sum(value) as s, count() as n, argMin(value, time) as f,
        argMax(value, time) as l, min(value) as lo, max(value) as hi
      from points final
      where thing = {thing:UInt32} and ${inRange} and ${selected}
      group by point, part, start
      order by point, part, start
    )
    group by point, part
    ${settings}`,
  row: z.object({
    point: z.number(),
    part: z.number(),
    starts: numbers,
    sums: numbers,
    counts: numbers,
    firsts: numbers,
    lasts: numbers,
    lows: numbers,
    highs: numbers,
  }),
});

/** Raw readings aggregated over stretches that never cross a slot's boundary; `step` is in ms. */
export const piecesByStep = piecesBy(
  'intDiv(toUnixTimestamp64Milli(time), {step:Int64}) * {step:Int64}',
) satisfies Query<z.ZodType>;
/** As {@link piecesByStep}, by days of a zone. */
export const piecesByDay = piecesBy(
  'toInt64(toUnixTimestamp(toStartOfDay(time, {zone:String}))) * 1000',
) satisfies Query<z.ZodType>;

const inBuckets = `bucket >= toDateTime(intDiv({from:Int64}, 1000)) and bucket < toDateTime(intDiv({to:Int64}, 1000))`;
const ofThings = `thing in {things:Array(UInt32)} and point in {points:Array(UInt16)} and ${inBuckets}`;
const toMs = (time: string) => `toInt64(toUnixTimestamp(${time})) * 1000`;

const startOf = {
  hour: 'toStartOfHour(bucket, {zone:String})',
  day: 'toStartOfDay(bucket, {zone:String})',
  month: 'toDateTime(toStartOfMonth(bucket, {zone:String}), {zone:String})',
};

/**
 * Quarter-hours with the highest possible rise of their point and the unit that they belong to: one for all before
 * `until`, then those of the calendar. FINAL reads them almost sorted: merging them by `group by` takes five times as
 * long. PREWHERE has only columns of the primary key, so that it keeps all rows of a quarter-hour or none.
 */
const quartersOf = (start: string, more = '') => `
  select thing, point, bucket,
    if(bucket < toDateTime(intDiv({until:Int64}, 1000)), toDateTime(0), ${start}) as unit, first, last, low, high,
    ${unpacked('first')} as rf, ${unpacked('last')} as rl, ${toMs('bucket')} + ${offsetOf('first')} as ft,
    ${toMs('bucket')} + ${offsetOf('last')} as lt,
    transform(point, {points:Array(UInt16)}, {rates:Array(Int64)}, toInt64(0)) as rate,
    rf != low or rl != high or high - low > rate * ${QUARTER_MS} or (low = 0 and high > 0) or (ft = lt and high > low)
      as divided
  from points_15m final
  prewhere ${ofThings}
  ${more}`;

/** Whether a quarter-hour does not continue the one before it, in thousandths; `allowed` is the highest possible rise. */
const breaks = (allowed: string) => `f < l or f - l > ${allowed} or (f = 0) != (l = 0)`;

const nineNumbers = [
  numbers,
  numbers,
  numbers,
  numbers,
  numbers,
  numbers,
  numbers,
  numbers,
  numbers,
] as const;

const unitsBy = (name: string, start: string) => ({
  name: `counters by ${name}`,
  sql: `
    select thing, point, s, f, s + ${offsetOf('pf')}, l, ${toMs('z')} + ${offsetOf('pl')}, if(n = 1, lo, f),
      if(n = 1, hi, l), n,
      n > 1 and rate > 0 and (
        d or arrayExists((f, l) -> ${breaks(`rate * ${QUARTER_MS}`)},
          arrayPopFront(if(sorted, firsts, arraySort((_, at) -> at, firsts, buckets))),
          arrayPopBack(if(sorted, lasts, arraySort((_, at) -> at, lasts, buckets))))
      ),
      ${toMs('unit')}
    from (
      select thing, point, unit, any(rate) as rate, ${toMs('min(bucket)')} as s, max(bucket) as z,
        argMin(first, bucket) as pf, argMax(last, bucket) as pl, ${unpacked('pf')} as f, ${unpacked('pl')} as l,
        any(low) as lo, any(high) as hi, toUInt32(count()) as n, max(divided) as d,
        groupArray(toUnixTimestamp(bucket)) as buckets, groupArray(rf) as firsts, groupArray(rl) as lasts,
        not arrayExists(passed -> passed < 0, arrayDifference(buckets)) as sorted
      from (${quartersOf(start)})
      group by thing, point, unit
    )
    ${settings}`,
  columns: z.tuple([...nineNumbers, numbers, numbers, numbers] as const),
});

/**
 * Hours, days or months of a zone of system-level points of some things, unordered: thing, point, and then as
 * {@link rolledUp}, the number of quarter-hours, whether they may have to be read by stretches, and the start of the
 * unit. Values in thousandths. `rates` has the highest possible rise per ms of each of `points`; 0 for one that is no
 * counter.
 */
export const countersByUnit = {
  hour: unitsBy('hours', startOf.hour),
  day: unitsBy('days', startOf.day),
  month: unitsBy('months', startOf.month),
} satisfies Record<string, ColumnQuery<z.ZodType>>;

const stretchesBy = (name: string, start: string) => ({
  name: `stretches of ${name}`,
  // Each level computes its columns once; names of one level would be copied into every expression that uses them.
  sql: `
    select thing, point, q.1, q.2, q.3, q.4, q.5, q.6, q.7, toUInt32(q.9 - q.8 + 1)
    from (
      select thing, point, arrayJoin(arrayZip(
          arrayFilter((_, o) -> o, starts, opens),
          arrayFilter((_, o) -> o, firsts, opens),
          arrayFilter((_, o) -> o, first_times, opens),
          arrayFilter((_, c) -> c, lasts, closes),
          arrayFilter((_, c) -> c, last_times, closes),
          arrayFilter((_, o) -> o, arrayMap((o, c, low, f) -> if(o and c, low, f), opens, closes, lows, firsts), opens),
          arrayFilter((_, c) -> c, arrayMap((o, c, high, l) -> if(o and c, high, l), opens, closes, highs, lasts), closes),
          arrayFilter((_, o) -> o, arrayEnumerate(starts), opens),
          arrayFilter((_, c) -> c, arrayEnumerate(starts), closes)
        )) as q
      from (
        select *, arrayPushBack(arrayPopFront(opens), toUInt8(1)) as closes
        from (
          select *, arrayMap((n, a, b, c, d) -> n = 1 or a or b or c or d, arrayEnumerate(doubtful), doubtful,
              arrayResize(arrayPushFront(doubtful, 0), length(doubtful)),
              arrayResize(arrayConcat([0, 0], doubtful), length(doubtful)),
              arrayResize(arrayConcat([0, 0, 0], doubtful), length(doubtful))) as opens
          from (
            select *, arrayMap((d, b) -> toUInt8(d or b), divided, arrayPushFront(arrayMap(
                (f, ft, l, lt) -> ${breaks(`rate * (ft - lt + ${QUARTER_MS})`)},
                arrayPopFront(firsts), arrayPopFront(first_times), arrayPopBack(lasts), arrayPopBack(last_times)), 0)) as doubtful
            from (
              select thing, point, rate, quarters.1 as starts, quarters.2 as firsts, quarters.3 as first_times,
                quarters.4 as lasts, quarters.5 as last_times, quarters.6 as lows, quarters.7 as highs, quarters.8 as divided
              from (
                select thing, point, any(rate) as rate,
                  arraySort(groupArray((${toMs('bucket')}, rf, ft, rl, lt, low, high, divided))) as quarters
                from (${quartersOf(
                  start,
                  `where (thing, point, ${toMs('unit')}) in (
                    select arrayJoin(arrayZip({ofThings:Array(UInt32)}, {ofPoints:Array(UInt16)}, {units:Array(Int64)}))
                  )`,
                )})
                group by thing, point, unit
              )
            )
          )
        )
      )
    )
    ${settings}`,
  columns: z.tuple([...nineNumbers, numbers] as const),
});

/**
 * Some units of some counters, by three parallel arrays (thing, point, start), by stretches: quarter-hours in a row that
 * count as a whole (`isClean` and `continues` of counter-rules.ts), or a single one. One that does not is a stretch of
 * its own, and so are the two after it, whose readings are likely to be needed. Thing, point, and then as
 * {@link rolledUp}, and the number of quarter-hours.
 */
export const stretchesByUnit = {
  hour: stretchesBy('hours', startOf.hour),
  day: stretchesBy('days', startOf.day),
  month: stretchesBy('months', startOf.month),
} satisfies Record<string, ColumnQuery<z.ZodType>>;

/** The last quarter-hours above zero of some points of some things before a full one, however old: as {@link rolledUp}, after thing and point. */
export const quartersBefore = {
  name: 'quarter-hours before',
  sql: `
    select thing, point, toInt64(toUnixTimestamp(bucket)) * 1000 as start, ${unpacked('first')},
      start + ${offsetOf('first')}, ${unpacked('last')}, start + ${offsetOf('last')}, low, high
    from points_15m final
    prewhere (thing, point) in (
        select arrayJoin(arrayZip({things:Array(UInt32)}, {series:Array(UInt16)}))
      )
      and thing in {things:Array(UInt32)} and point in {series:Array(UInt16)}
      and bucket < toDateTime(intDiv({before:Int64}, 1000))
    where high > 0
    order by thing, point, bucket desc
    limit {most:UInt32} by thing, point
    ${settings}`,
  columns: z.tuple(nineNumbers),
} satisfies ColumnQuery<z.ZodType>;

// Quarter-hours of single points of single things, as three parallel arrays.
const ofQuarters = (quarter: string) => `thing in {things:Array(UInt32)} and point in {series:Array(UInt16)}
      and (thing, point, ${quarter}) in (
        select arrayJoin(arrayZip({things:Array(UInt32)}, {series:Array(UInt16)}, {quarters:Array(UInt32)}))
      )`;

/** The readings of some quarter-hours (numbers of 15 minutes since 1970), unordered: thing, point, time, value in thousandths. */
export const readingsOfQuarters = {
  name: 'readings of quarter-hours',
  sql: `
    select thing, point, toUnixTimestamp64Milli(time) as time_ms, max(value)
    from points
    where part = 0 and ${inRange}
      and ${ofQuarters(`toUInt32(intDiv(toUnixTimestamp64Milli(time), ${QUARTER_MS}))`)}
    group by thing, point, time_ms`,
  columns: z.tuple([numbers, numbers, numbers, numbers] as const),
} satisfies ColumnQuery<z.ZodType>;

/** Lowest and highest reading of some quarter-hours, as {@link readingsOfQuarters}: thing, point, start, lowest, highest. */
export const rangesOfQuarters = {
  name: 'ranges of quarter-hours',
  sql: `
    select thing, point, toInt64(toUnixTimestamp(bucket)) * 1000 as start, min(low), max(high)
    from points_15m
    where ${inBuckets} and ${ofQuarters('toUInt32(intDiv(toUnixTimestamp(bucket), 900))')}
    group by thing, point, start
    settings optimize_move_to_prewhere = 0`,
  columns: z.tuple([numbers, numbers, numbers, numbers, numbers] as const),
} satisfies ColumnQuery<z.ZodType>;

/** Start and sequence number of the frames of some things at some times, two parallel arrays: thing, time, boot, seq. */
export const framesAt = {
  name: 'frames at times',
  sql: `
    select thing, toUnixTimestamp64Milli(time) as time_ms, max(boot), max(seq)
    from frames
    where thing in {things:Array(UInt32)} and ${inRange}
      and (thing, toUnixTimestamp64Milli(time)) in (
        select arrayJoin(arrayZip({things:Array(UInt32)}, {times:Array(Int64)}))
      )
    group by thing, time_ms`,
  columns: z.tuple([numbers, numbers, numbers, numbers] as const),
} satisfies ColumnQuery<z.ZodType>;

/** The newest reading of system-level points of some things: thing, point, value in thousandths. Quarter-hours since `from`. */
export const newestRollUps = {
  name: 'newest readings of things',
  sql: `
    select thing, point, ${unpacked(low64('newest'))}, ${bucketOf('newest')} + ${offsetOf(low64('newest'))}
    from (
      select thing, point, max(${inOrder('last')}) as newest
      from points_15m
      where thing in {things:Array(UInt32)} and point in {points:Array(UInt16)}
        and bucket >= toStartOfInterval(toDateTime(intDiv({from:Int64}, 1000), 'UTC'), interval 15 minute)
      group by thing, point
    )
    settings optimize_move_to_prewhere = 0`,
  columns: z.tuple([numbers, numbers, numbers, numbers]),
} satisfies ColumnQuery<z.ZodType>;

/** Points and parts with readings in the range, in order, and the number of frames. */
export const presentPoints = {
  name: 'present points',
  sql: `
    select point, part from points
    where thing = {thing:UInt32} and ${inRange} and ${selected}
    group by point, part
    order by point, part`,
  row: z.object({ point: z.number(), part: z.number() }),
} satisfies Query<z.ZodType>;

export const frameCount = {
  name: 'frame count',
  sql: `select count() as frames from frames where thing = {thing:UInt32} and ${inRange}`,
  row: z.object({ frames: z.number() }),
} satisfies Query<z.ZodType>;

/** Devices with rejects in the last 90 days. */
export const rejectedDevices = {
  name: 'rejected devices',
  sql: 'select distinct devid from rejects',
  row: z.object({ devid: z.string() }),
} satisfies Query<z.ZodType>;

// `since` per device: earlier messages are not visible to the caller.
const ofDevices = `devid in {devids:Array(String)}
      and toUnixTimestamp64Milli(received) >= {since:Array(Int64)}[indexOf({devids:Array(String)}, devid)]`;

export const rejectPage = {
  name: 'page of rejects',
  sql: `
    select toUnixTimestamp64Milli(received) as received_at, devid, topic, reason, payload
    from rejects
    where ${ofDevices}
    order by received desc
    limit {limit:UInt32} offset {offset:UInt32}`,
  row: z.object({
    received_at: z.number(),
    devid: z.string(),
    topic: z.string(),
    reason: z.string(),
    payload: z.string(),
  }),
} satisfies Query<z.ZodType>;

/** Rejects by reason; the detail of a reason (`unknown_key: M_X`) is removed. */
export const rejectReasonCounts = {
  name: 'rejects by reason',
  sql: `
    select splitByChar(':', toString(reason))[1] as name, count() as rejects
    from rejects
    where ${ofDevices}
    group by name
    order by rejects desc`,
  row: z.object({ name: z.string(), rejects: z.number() }),
} satisfies Query<z.ZodType>;

/** The newest reading of a point since a time, of each thing and pack. */
export const newestReadings = {
  name: 'newest readings of a point',
  sql: `
    select thing, intDiv(part, 100) as pack, argMax(value, time) as newest, toUnixTimestamp64Milli(max(time)) as time_ms
    from points
    where thing in {things:Array(UInt32)} and point = {point:UInt16}
      and time >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
    group by thing, part`,
  row: z.object({
    thing: z.number(),
    pack: z.number(),
    newest: z.coerce.number(),
    time_ms: z.coerce.number(),
  }),
} satisfies Query<z.ZodType>;

/**
 * Counts of things with a reading of a point since a time, and of those whose newest one (of any pack) is beyond a
 * limit.
 */
export const thingsBeyond = (operator: Comparator['operator']) =>
  ({
    name: 'things beyond a limit',
    sql: `
    select toUInt32(uniqExact(thing)) as reporting,
      toUInt32(uniqExactIf(thing, newest ${operator} {limit:Int64})) as beyond
    from (
      select thing, part, argMax(value, time) as newest from points
      where thing in {things:Array(UInt32)} and point = {point:UInt16}
        and time >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
      group by thing, part)`,
    row: z.object({ reporting: z.number(), beyond: z.number() }),
  }) satisfies Query<z.ZodType>;
