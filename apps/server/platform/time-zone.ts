/// <reference lib="esnext.temporal" />
import { fieldError } from './errors.ts';

/** Whether the runtime knows an IANA time zone of this name. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    // Intl accepts offsets such as +02:00, which have no daylight saving; PostgreSQL would read their sign the other
    // way.
    return !/^[+-]/.test(name);
  } catch {
    return false;
  }
}

/** @throws validation at `path` for an unknown time zone */
export function checkTimeZone(name: string, path: string): void {
  if (!isTimeZone(name)) throw fieldError(path, 'validation.timeZone', 'Not a known time zone');
}

/** The calendar day of a time in a zone, yyyy-MM-dd. */
export function dayIn(zone: string, time_ms: number): string {
  return Temporal.Instant.fromEpochMilliseconds(time_ms).toZonedDateTimeISO(zone).toPlainDate().toString();
}
