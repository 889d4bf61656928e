import type { ClickHouse } from '../../platform/clickhouse.ts';
import type { CounterBucket } from './counter-rules.ts';
import { countersByUnit, coursesByUnit, rolledUp } from './queries.ts';

/** The roll-up of one point over a quarter-hour or a day. Values in thousandths of the unit. */
export interface RolledUpBucket extends CounterBucket {
  start_ms: number;
}

/** The quarter-hours of system-level points in a range of full ones, by point, ascending. */
export async function readRollUp(
  clickhouse: ClickHouse,
  range: { thing: number; points: number[]; from: number; to: number },
): Promise<Map<number, RolledUpBucket[]>> {
  const [points, ...columns] = await clickhouse.queryColumns(rolledUp, range);
  const series = new Map<number, RolledUpBucket[]>();
  points.forEach((point, row) => {
    append(series, point, bucketOf(columns, row));
  });
  for (const [point, buckets] of series) series.set(point, mergeBuckets(buckets));
  return series;
}

export type RollUpUnit = keyof typeof countersByUnit;

interface DaysRange {
  things: number[];
  points: number[];
  zone: string;
  from: number;
  to: number;
}

/** The same by days (or hours, or months) of a zone, of several things: by thing, then by point. */
export async function readDays(
  clickhouse: ClickHouse,
  range: DaysRange,
  unit: RollUpUnit = 'day',
): Promise<Map<number, Map<number, RolledUpBucket[]>>> {
  const [things, points, ...columns] = await clickhouse.queryColumns(countersByUnit[unit], { ...range });
  return byThing(things, points, (row) => bucketOf(columns, row));
}

/** The same with the exact course of each bucket, from its quarter-hours, which ClickHouse reads in order. */
export async function readExactDays(
  clickhouse: ClickHouse,
  range: DaysRange,
  unit: RollUpUnit,
): Promise<Map<number, Map<number, RolledUpBucket[]>>> {
  const [things, points, ...columns] = await clickhouse.queryColumns(coursesByUnit[unit], { ...range });
  const [starts, firsts, firstTimes, lasts, lastTimes, lows, highs, fromZero, begins, ends, rises, resets] =
    columns;
  const seven: Columns = [starts, firsts, firstTimes, lasts, lastTimes, lows, highs];
  return byThing(things, points, (row) => ({
    ...bucketOf(seven, row),
    exact: {
      fromZero: fromZero[row] === 1,
      first: begins[row] as number,
      last: ends[row] as number,
      rise: rises[row] as number,
      reset: resets[row] === 1,
    },
  }));
}

function byThing(
  things: readonly number[],
  points: readonly number[],
  bucket: (row: number) => RolledUpBucket,
): Map<number, Map<number, RolledUpBucket[]>> {
  const all = new Map<number, Map<number, RolledUpBucket[]>>();
  things.forEach((thing, row) => {
    const series = all.get(thing) ?? new Map<number, RolledUpBucket[]>();
    all.set(thing, series);
    append(series, points[row] as number, bucket(row));
  });
  for (const series of all.values()) {
    for (const buckets of series.values()) buckets.sort((a, b) => a.start_ms - b.start_ms);
  }
  return all;
}

type Columns = [number[], number[], number[], number[], number[], number[], number[]];

function bucketOf(
  [starts, firsts, firstTimes, lasts, lastTimes, lows, highs]: Columns,
  row: number,
): RolledUpBucket {
  return {
    start_ms: starts[row] as number,
    first: firsts[row] as number,
    first_ms: firstTimes[row] as number,
    last: lasts[row] as number,
    last_ms: lastTimes[row] as number,
    low: lows[row] as number,
    high: highs[row] as number,
  };
}

function append(series: Map<number, RolledUpBucket[]>, point: number, bucket: RolledUpBucket): void {
  const buckets = series.get(point);
  if (buckets) buckets.push(bucket);
  else series.set(point, [bucket]);
}

/**
 * Sorts buckets by time and merges those with the same start, as ClickHouse will: everything is a minimum or a maximum.
 * Readings with the same time are ordered by value, as in ClickHouse.
 */
export function mergeBuckets(buckets: RolledUpBucket[]): RolledUpBucket[] {
  buckets.sort((a, b) => a.start_ms - b.start_ms);
  const merged: RolledUpBucket[] = [];
  for (const bucket of buckets) {
    const known = merged.at(-1);
    if (known?.start_ms !== bucket.start_ms) {
      merged.push({ ...bucket });
      continue;
    }
    if (
      bucket.first_ms < known.first_ms ||
      (bucket.first_ms === known.first_ms && bucket.first < known.first)
    ) {
      known.first_ms = bucket.first_ms;
      known.first = bucket.first;
    }
    if (bucket.last_ms > known.last_ms || (bucket.last_ms === known.last_ms && bucket.last > known.last)) {
      known.last_ms = bucket.last_ms;
      known.last = bucket.last;
    }
    known.low = Math.min(known.low, bucket.low);
    known.high = Math.max(known.high, bucket.high);
  }
  return merged;
}
