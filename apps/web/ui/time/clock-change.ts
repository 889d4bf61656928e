import { type TimeRange, zoneOffset_ms } from './zone-time.ts';

const WEEK_MS = 7 * 86_400_000;

/** The offset of `zone` at `time_ms` as in ISO 8601: `+02:00`. */
export function offsetText(time_ms: number, zone: string): string {
  const offset_min = Math.round(zoneOffset_ms(time_ms, zone) / 60_000);
  const two = (n: number) => String(Math.floor(n)).padStart(2, '0');
  const size = Math.abs(offset_min);
  return `${offset_min < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`;
}

/** Whether the clocks of `zone` change in a range; a change that is undone within a week may be missed. */
export function clocksChange({ begin_ms, end_ms }: Omit<TimeRange, 'kind'>, zone: string): boolean {
  for (let from = begin_ms; from < end_ms; from += WEEK_MS) {
    const to = Math.min(from + WEEK_MS, end_ms);
    if (zoneOffset_ms(from, zone) !== zoneOffset_ms(to, zone)) return true;
  }
  return false;
}
