import { type HistoryGroup, historyColumns, type SeriesRow } from '../telemetry/index.ts';

/** Pure: the lines of the chart above the history table. */

const DAY_MS = 86_400_000;
/** Maximum of points in one request. */
const MAX_POINTS = 32;
/** Lines visible at first; the legend shows the others. */
const SHOWN = 8;
/** A chart has two axes. */
const UNITS = 2;

/** Slot length of a chart of this range: a few hundred slots. */
export function stepOf({ begin_ms, end_ms }: { begin_ms: number; end_ms: number }): {
  interval: '5m' | '15m' | '1h' | '1d';
  step_ms: number;
} {
  const days = (end_ms - begin_ms) / DAY_MS;
  if (days <= 2) return { interval: '5m', step_ms: 300_000 };
  if (days <= 8) return { interval: '15m', step_ms: 900_000 };
  return days <= 63 ? { interval: '1h', step_ms: 3_600_000 } : { interval: '1d', step_ms: DAY_MS };
}

/** Points of a group that can be lines: not states, bits or positions. */
export function drawnPoints(group: HistoryGroup, points: readonly { key: string; kind: string }[]): string[] {
  const kinds = new Map(points.map(({ key, kind }) => [key, kind]));
  return group.keys
    .filter((key) => kinds.get(key) === 'gauge' || kinds.get(key) === 'counter')
    .slice(0, MAX_POINTS);
}

export interface HistoryLine {
  wire: string;
  key: string;
  cell: number;
  /** Hidden at first. */
  hidden: boolean;
}

/**
 * The lines of a group (of one pack for pack points) that occur in rows; those of a third unit are hidden at first.
 */
export function historyLines(
  group: HistoryGroup,
  rows: readonly SeriesRow[],
  pack: number,
  unitOf: (key: string) => string,
): HistoryLine[] {
  const fields = Object.fromEntries(rows.flatMap((row) => Object.keys(row)).map((wire) => [wire, 0]));
  const found = historyColumns(group, [{ fields }], pack);
  const units = [...new Set(found.map(({ key }) => unitOf(key)))].slice(0, UNITS);
  let shown = 0;
  return found.map((line) => ({
    ...line,
    hidden: !units.includes(unitOf(line.key)) || ++shown > SHOWN,
  }));
}

/**
 * Times to mark in a chart of some points: of readings that were not accepted, or were excluded. Those of neighbouring
 * slots are one span.
 * @param list Newest first.
 */
export function doubtfulSpans(
  list: readonly { point: string; time: number; state: string }[],
  points: readonly string[],
  step_ms: number,
): { begin_ms: number; end_ms: number }[] {
  const spans: { begin_ms: number; end_ms: number }[] = [];
  for (const { point, time, state } of list.toReversed()) {
    if (state === 'confirmed' || !points.includes(point)) continue;
    const last = spans.at(-1);
    if (last && time - last.end_ms <= step_ms) last.end_ms = time + 1;
    else spans.push({ begin_ms: time, end_ms: time + 1 });
  }
  return spans;
}
