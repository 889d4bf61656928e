import { DAY_MS } from '@voltloop/domain/clock/days.ts';
import { zoneOffset_ms } from '@voltloop/domain/clock/zone-time.ts';

/** Local time of a place, including daylight saving, cheap enough for every step. */

interface ZoneDay {
  /** UTC day for which `offset_ms` holds; NaN when the clock changes within the day. */
  day: number;
  offset_ms: number;
}
const zones = new Map<string, ZoneDay>();

/** Local time minus UTC in ms, at `at_ms`, in the IANA zone `tz`. Throws RangeError for an unknown zone. */
export function offsetMs(tz: string, at_ms: number): number {
  let zone = zones.get(tz);
  if (!zone) {
    zone = { day: Number.NaN, offset_ms: 0 };
    zones.set(tz, zone);
  }
  const day = Math.floor(at_ms / DAY_MS);
  if (zone.day === day) return zone.offset_ms;
  const first = zoneOffset_ms(day * DAY_MS, tz);
  if (first !== zoneOffset_ms((day + 1) * DAY_MS - 1, tz)) {
    zone.day = Number.NaN;
    return zoneOffset_ms(at_ms, tz);
  }
  zone.day = day;
  zone.offset_ms = first;
  return first;
}

export interface LocalTime {
  /** Days since 1970-01-01 on the local calendar. */
  day: number;
  /** Minutes since local midnight, 0 up to 1440. */
  minute: number;
  /** 0 Sunday … 6 Saturday. */
  weekday: number;
}

/** The local calendar day, minute and weekday of an instant. */
export function localTime(tz: string, at_ms: number): LocalTime {
  const local_ms = at_ms + offsetMs(tz, at_ms);
  const day = Math.floor(local_ms / DAY_MS);
  // 1970-01-01 was a Thursday.
  return { day, minute: (local_ms - day * DAY_MS) / 60_000, weekday: (day + 4) % 7 };
}
