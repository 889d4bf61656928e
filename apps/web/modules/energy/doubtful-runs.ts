/** Pure: consecutive doubtful readings of a counter with the same outcome, as one row. */
import type { ReplyOf } from '@voltloop/contract';
import type { doubtfulReadings } from '@voltloop/contract/calls/telemetry.ts';

export type DoubtfulReadings = ReplyOf<typeof doubtfulReadings>;
type Reading = DoubtfulReadings['list'][number];

export interface Run {
  point: string;
  state: Reading['state'];
  reason: Reading['reason'];
  from: number;
  /** Of the last reading. */
  to: number;
  count: number;
  /** The first reading, and the accepted one before it. */
  value: number;
  level: number;
}

/** Longer pauses separate runs. */
const TOGETHER_MS = 3_600_000;

/** @param list Newest first, as the server sends it; so are the runs. */
export function runsOf(list: readonly Reading[]): Run[] {
  const runs: Run[] = [];
  for (const { point, state, reason, time, value, level } of list) {
    const run = runs.find((r) => r.point === point);
    const joins = run && run.state === state && run.reason === reason && run.from - time <= TOGETHER_MS;
    if (joins) Object.assign(run, { from: time, count: run.count + 1, value, level });
    else runs.unshift({ point, state, reason, from: time, to: time, count: 1, value, level });
  }
  return runs.sort((a, b) => b.to - a.to || a.point.localeCompare(b.point));
}
