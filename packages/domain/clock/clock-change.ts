import { DAY_MS } from './days.ts';
import { type TimeRange, zoneOffset_ms } from './zone-time.ts';

const WEEK_MS = 7 * DAY_MS;

/** Whether the clocks of `zone` change in a range; a change that is undone within a week may be missed. */
export function clocksChange({ begin_ms, end_ms }: Omit<TimeRange, 'kind'>, zone: string): boolean {
  for (let from = begin_ms; from < end_ms; from += WEEK_MS) {
    const to = Math.min(from + WEEK_MS, end_ms);
    if (zoneOffset_ms(from, zone) !== zoneOffset_ms(to, zone)) return true;
  }
  return false;
}
