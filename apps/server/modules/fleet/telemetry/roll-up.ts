import type { ClickHouse } from '../../../platform/clickhouse.ts';
import type { Bucket } from './counter-course.ts';
import { countersByUnit, rolledUp, stretchesByUnit } from './queries.ts';

type Series = Map<number, Bucket[]>;
type Columns = readonly number[][];

/** Limit of units in one query. */
const UNITS_PER_QUERY = 20_000;

/** The quarter-hours of system-level points in a range of full ones, by point, ascending. Values in thousandths. */
export async function readRollUp(
  clickhouse: ClickHouse,
  range: { thing: number; points: number[]; from: number; to: number },
): Promise<Series> {
  const [points, ...columns] = await clickhouse.queryColumns(rolledUp, range);
  const series: Series = new Map();
  points.forEach((point, row) => {
    append(series, point, bucketOf(columns, row, 1));
  });
  for (const [point, buckets] of series) series.set(point, mergeBuckets(buckets));
  return series;
}

export type RollUpUnit = keyof typeof countersByUnit;

/**
 * The same of several things, by hours, days or months of a zone, and by stretches within those that may have doubtful
 * readings: by thing, then by point.
 * @param range.rates Highest possible rise of each point per ms, 0 for points that are no counters
 * @param range.until What was measured before is one unit
 */
export async function readStretches(
  clickhouse: ClickHouse,
  range: {
    things: number[];
    points: number[];
    rates: number[];
    zone: string;
    from: number;
    until: number;
    to: number;
  },
  unit: RollUpUnit,
): Promise<Map<number, Series>> {
  const [things, points, ...columns] = await clickhouse.queryColumns(countersByUnit[unit], range);
  const [counts, flags, units] = columns.slice(7) as [number[], number[], number[]];
  const all = byThing(things, points, (row) =>
    flags[row] ? null : bucketOf(columns, row, counts[row] as number),
  );
  const flagged = [...flags.keys()].filter((row) => flags[row]);
  for (let at = 0; at < flagged.length; at += UNITS_PER_QUERY) {
    const rows = flagged.slice(at, at + UNITS_PER_QUERY);
    const pick = (column: readonly number[]) => rows.map((row) => column[row] as number);
    const [ofThings, ofPoints, ...stretches] = await clickhouse.queryColumns(stretchesByUnit[unit], {
      ...range,
      things: [...new Set(pick(things))],
      ofThings: pick(things),
      ofPoints: pick(points),
      units: pick(units),
    });
    byThing(ofThings, ofPoints, (row) => bucketOf(stretches, row, stretches[7]?.[row] ?? 1), all);
  }
  return all;
}

/** Adds the buckets of some rows by thing and point, ascending; null leaves a row out. */
export function byThing(
  things: readonly number[],
  points: readonly number[],
  bucketOfRow: (row: number) => Bucket | null,
  all: Map<number, Series> = new Map<number, Series>(),
): Map<number, Series> {
  things.forEach((thing, row) => {
    const bucket = bucketOfRow(row);
    if (!bucket) return;
    const series = all.get(thing) ?? new Map<number, Bucket[]>();
    all.set(thing, series);
    append(series, points[row] as number, bucket);
  });
  for (const series of all.values()) {
    for (const buckets of series.values()) buckets.sort((a, b) => a.start_ms - b.start_ms);
  }
  return all;
}

/** A row of columns: start, first reading and its time, last reading and its time, lowest, highest. */
export function bucketOf(
  [starts, firsts, firstTimes, lasts, lastTimes, lows, highs]: Columns,
  row: number,
  quarters: number,
): Bucket {
  return {
    start_ms: starts?.[row] as number,
    first: firsts?.[row] as number,
    first_ms: firstTimes?.[row] as number,
    last: lasts?.[row] as number,
    last_ms: lastTimes?.[row] as number,
    low: lows?.[row] as number,
    high: highs?.[row] as number,
    quarters,
  };
}

function append(series: Series, point: number, bucket: Bucket): void {
  const buckets = series.get(point);
  if (buckets) buckets.push(bucket);
  else series.set(point, [bucket]);
}

/**
 * Sorts buckets by time and merges those with the same start, as ClickHouse will: everything is a minimum or a maximum.
 * Readings with the same time are ordered by value, as in ClickHouse.
 */
export function mergeBuckets(buckets: Bucket[]): Bucket[] {
  buckets.sort((a, b) => a.start_ms - b.start_ms);
  const merged: Bucket[] = [];
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
