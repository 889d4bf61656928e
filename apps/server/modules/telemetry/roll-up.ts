import type { ClickHouse } from '../../platform/clickhouse.ts';
import type { CounterBucket } from './counter-rules.ts';
import { rolledUp } from './questions.ts';

export interface RolledUpBucket extends CounterBucket {
  start_ms: number;
}

/**
 * The quarter-hours of system-level points in a range, by point, ascending. `from` and `to` are full
 * quarter-hours. Values in thousandths of the unit.
 */
export async function readRollUp(
  clickhouse: ClickHouse,
  range: { thing: number; points: number[]; from: number; to: number },
): Promise<Map<number, RolledUpBucket[]>> {
  const rows = await clickhouse.ask(rolledUp, range);
  return new Map(
    rows.map((row) => {
      const buckets = row.starts.map((start_ms, i) => ({
        start_ms,
        first: row.firsts[i] as number,
        first_ms: row.first_times[i] as number,
        last: row.lasts[i] as number,
        last_ms: row.last_times[i] as number,
        low: row.lows[i] as number,
        high: row.highs[i] as number,
      }));
      return [row.point, inOrder(buckets)];
    }),
  );
}

/** groupArray keeps the order of its input as long as one thread feeds it; this makes sure of it. */
export function inOrder<T extends { start_ms: number }>(items: T[]): T[] {
  for (let i = 1; i < items.length; i++) {
    if ((items[i - 1] as T).start_ms > (items[i] as T).start_ms) {
      return items.sort((a, b) => a.start_ms - b.start_ms);
    }
  }
  return items;
}
