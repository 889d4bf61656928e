/** Pure: converts fetched rows into aligned chart columns, with gaps where data is missing. */

export type SeriesRow = { key: number } & Record<string, number | Record<string, number | null>>;

/** Times in epoch ms and one column per point, all of the same length; null breaks the line. */
export interface Columns {
  times_ms: number[];
  columns: (number | null)[][];
}

/** Number of steps on either side for the usual step at a position. */
const NEIGHBOURS = 5;

/**
 * The usual distance of neighbours around each step of `times` (step i leads from time i to time i + 1): the median
 * of that step and five on either side. Not over all: a day may begin with five-minute back-fill and continue with
 * live minutes, and a single gap does not shift the median. With fewer than three steps around it is `fallback`.
 */
export function usualSteps(times: readonly number[], fallback: number): number[] {
  const steps: number[] = [];
  for (let i = 1; i < times.length; i++) steps.push(times[i]! - times[i - 1]!);
  return steps.map((_, i) => {
    const around = steps.slice(Math.max(0, i - NEIGHBOURS), i + NEIGHBOURS + 1).sort((a, b) => a - b);
    return around.length < 3 ? fallback : around[Math.floor((around.length - 1) / 2)]!;
  });
}

/** The number in a row's cell, plain or as an aggregate (`{ avg: 3 }`). */
export function cellValue(row: SeriesRow, point: string, agg = 'avg'): number | null {
  const cell = row[point];
  if (cell === undefined || cell === null) return null;
  if (typeof cell === 'number') return cell;
  return cell[agg] ?? Object.values(cell).find((v) => v !== null) ?? null;
}

/**
 * Columns of `points` from rows in order of time. A point without values for more than three times its own usual
 * interval gets a null in between, so that its line breaks there. Points report at different rates: at the times of
 * others a point is interpolated between its own neighbours, as its line shows anyway. `fallback_ms` is the
 * interval of a point with too few values to measure one.
 * @param options.known The interval is `fallback_ms` and is not measured: one missing slot is a gap. A slot may be
 * longer where the clock changes.
 * @param options.steps A state: between its values a point keeps the last one instead of being interpolated.
 */
export function withGaps(
  rows: readonly SeriesRow[],
  points: readonly string[],
  fallback_ms: number,
  options: { known?: boolean; steps?: boolean } = {},
): Columns {
  const times = new Set<number>();
  const perPoint = points.map((point) => {
    const own = rows.flatMap((row) => {
      const value = cellValue(row, point);
      return value === null ? [] : [{ time: row.key, value }];
    });
    const usual = usualSteps(
      own.map((o) => o.time),
      fallback_ms,
    );
    const holes: number[] = [];
    for (let i = 1; i < own.length; i++) {
      const before = own[i - 1]!.time;
      const interval = options.known ? fallback_ms : usual[i - 1]!;
      if (own[i]!.time - before > (options.known ? 1.5 : 3) * interval) holes.push(before + interval);
    }
    for (const o of own) times.add(o.time);
    for (const hole of holes) times.add(hole);
    return { own, holes };
  });
  const times_ms = [...times].sort((a, b) => a - b);
  const indexOf = new Map(times_ms.map((t, i) => [t, i]));
  const columns = perPoint.map(({ own, holes }) => fill(times_ms, indexOf, own, holes, options.steps));
  return { times_ms, columns };
}

/** One column: its values, linear interpolation between neighbours, null in gaps and outside. */
function fill(
  times_ms: readonly number[],
  indexOf: ReadonlyMap<number, number>,
  own: readonly { time: number; value: number }[],
  holes: readonly number[],
  steps = false,
): (number | null)[] {
  const column: (number | null)[] = new Array(times_ms.length).fill(null);
  const isHole = new Set(holes.map((t) => indexOf.get(t)));
  for (const { time, value } of own) column[indexOf.get(time)!] = value;
  for (let i = 1; i < own.length; i++) {
    const a = own[i - 1]!;
    const b = own[i]!;
    const from = indexOf.get(a.time)!;
    const to = indexOf.get(b.time)!;
    let broken = false;
    for (let k = from + 1; k < to && !broken; k++) broken = isHole.has(k);
    if (broken) continue;
    for (let k = from + 1; k < to; k++) {
      const share = (times_ms[k]! - a.time) / (b.time - a.time);
      column[k] = steps ? a.value : a.value + (b.value - a.value) * share;
    }
  }
  return column;
}
