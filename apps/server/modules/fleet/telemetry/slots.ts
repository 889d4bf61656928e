import type { Dictionary } from '@voltloop/protocol/dictionary.ts';
import type { ClickHouse } from '../../../platform/clickhouse.ts';
import type { Interval } from './calendar.ts';
import { type Aggregate, foldPieces, type Piece } from './chart-rules.ts';
import { piecesByDay, piecesByStep } from './queries.ts';
import { readRollUp } from './roll-up.ts';
import type { Selection } from './select-points.ts';

const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;

/** The slots of one series, ascending; empty ones are absent. */
export interface PointSlots {
  point: number;
  part: number;
  slots: Piece[];
}

interface SlotQuery {
  selection: Selection;
  interval: Interval;
  /** The figures to read from the slots: an average needs every reading. */
  aggregates: readonly Aggregate[];
  /** Boundaries of the slots, by `calendarCuts` of the interval and the thing's zone. */
  cuts: readonly number[];
}

/** The readings of a thing cut into slots, by series. */
export async function readSlots(
  clickhouse: ClickHouse,
  dictionary: Dictionary,
  thing: { key: number; timeZone: string },
  { selection, interval, aggregates, cuts }: SlotQuery,
): Promise<PointSlots[]> {
  const range = { thing: thing.key, from: cuts[0] as number, to: cuts[cuts.length - 1] as number };
  const pieces = rollUpAnswers(dictionary, selection, interval, aggregates)
    ? await piecesOfRollUp(clickhouse, range, selection.points)
    : await piecesOfRaw(clickhouse, range, selection, interval, thing.timeZone);
  return pieces.map(({ point, part, list }) => ({ point, part, slots: foldPieces(list, cuts) }));
}

/** An average needs every reading; the other figures of system-level points are in the quarter-hours. */
function rollUpAnswers(
  dictionary: Dictionary,
  selection: Selection,
  interval: Interval,
  aggregates: readonly Aggregate[],
): boolean {
  return (
    interval !== '5m' &&
    !aggregates.includes('avg') &&
    selection.points.every((id) => dictionary.byId.get(id)?.part === 'system')
  );
}

interface PointPieces {
  point: number;
  part: number;
  list: Piece[];
}

async function piecesOfRollUp(
  clickhouse: ClickHouse,
  range: { thing: number; from: number; to: number },
  points: number[],
): Promise<PointPieces[]> {
  const buckets = await readRollUp(clickhouse, { ...range, points });
  return [...buckets].map(([point, list]) => ({
    point,
    part: 0,
    list: list.map((b) => ({
      start_ms: b.start_ms,
      first: b.first / 1000,
      last: b.last / 1000,
      low: b.low / 1000,
      high: b.high / 1000,
      sum: 0,
      count: 0,
    })),
  }));
}

async function piecesOfRaw(
  clickhouse: ClickHouse,
  range: { thing: number; from: number; to: number },
  selection: Selection,
  interval: Interval,
  zone: string,
): Promise<PointPieces[]> {
  const days: Interval[] = ['1d', '1M', '1y'];
  const rows = days.includes(interval)
    ? await clickhouse.query(piecesByDay, { ...range, ...selection, zone })
    : await clickhouse.query(piecesByStep, {
        ...range,
        ...selection,
        step: interval === '5m' ? 5 * MINUTE_MS : QUARTER_MS,
      });
  return rows.map((row) => ({
    point: row.point,
    part: row.part,
    list: row.starts
      .map((start_ms, i) => ({
        start_ms,
        first: row.firsts[i] as number,
        last: row.lasts[i] as number,
        low: row.lows[i] as number,
        high: row.highs[i] as number,
        sum: row.sums[i] as number,
        count: row.counts[i] as number,
      }))
      // groupArray keeps the order only with a single thread.
      .sort((a, b) => a.start_ms - b.start_ms),
  }));
}
