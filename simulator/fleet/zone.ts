/** Local time of a place, including daylight saving, cheap enough for every step. */

const DAY_MS = 86_400_000;

interface ZoneDay {
  format: Intl.DateTimeFormat;
  /** UTC day for which `offset_ms` holds; NaN when the clock changes within the day. */
  day: number;
  offset_ms: number;
}
const zones = new Map<string, ZoneDay>();

function queryIntl(zone: ZoneDay, at_ms: number): number {
  // "GMT+9:30", "GMT-7", "GMT"
  const name = zone.format.formatToParts(at_ms).find((p) => p.type === 'timeZoneName')?.value ?? 'GMT';
  const m = /([+-])(\d{1,2})(?::(\d{2}))?/.exec(name);
  if (!m) return 0;
  const minutes = Number(m[2]) * 60 + Number(m[3] ?? 0);
  return (m[1] === '-' ? -minutes : minutes) * 60_000;
}

/** Local time minus UTC in ms, at `at_ms`, in the IANA zone `tz`. Throws RangeError for an unknown zone. */
export function offsetMs(tz: string, at_ms: number): number {
  let zone = zones.get(tz);
  if (!zone) {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: tz, timeZoneName: 'shortOffset' });
    zone = { format, day: Number.NaN, offset_ms: 0 };
    zones.set(tz, zone);
  }
  const day = Math.floor(at_ms / DAY_MS);
  if (zone.day === day) return zone.offset_ms;
  const first = queryIntl(zone, day * DAY_MS);
  if (first !== queryIntl(zone, (day + 1) * DAY_MS - 1)) {
    zone.day = Number.NaN;
    return queryIntl(zone, at_ms);
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
