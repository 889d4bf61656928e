import type { ClickHouse } from '../../../platform/clickhouse.ts';
import type { CounterReads } from '../../fleet/telemetry/index.ts';

const DAY_MS = 86_400_000;

/** The time in which a device measured one battery: it may measure others before or after. */
export interface Span {
  thing: number;
  /** Epoch ms; the end is exclusive. */
  from: number;
  to: number;
}

/** Where the measurements of devices are read. */
export interface Measurements {
  clickhouse: ClickHouse;
  counters: CounterReads;
}

/** Days in China's calendar, both inclusive; null: from the first report, until now. */
export function spanOf(
  { key, since, until }: { key: number; since: string | null; until: string | null },
  now: Date,
): Span {
  const begin = (day: string) => Date.parse(`${day}T00:00:00+08:00`);
  return {
    thing: key,
    from: since === null ? 0 : begin(since),
    to: Math.min(now.getTime(), until === null ? Number.POSITIVE_INFINITY : begin(until) + DAY_MS),
  };
}

/** The last days of a span. */
export const lastOf = ({ thing, from, to }: Span, days: number): Span => ({
  thing,
  from: Math.max(from, to - days * DAY_MS),
  to,
});
