/// <reference lib="esnext.temporal" />
import { isWithinHours } from '@voltloop/domain/clock/clock-time.ts';
import { type BackOff, pauseAfter_ms } from '../../../platform/back-off.ts';

/** When a notice is sent: pure rules. Minutes are those of the day in the person's zone. */
export interface Quiet {
  from: number;
  to: number;
}

/** Quiet hours as stored. */
export const quietOf = (from: number | null, to: number | null): Quiet | null =>
  from === null || to === null ? null : { from, to };

const DAILY_HOUR = 8;
export const MAX_TRIES = 8;

/** In UTC where this version of Node does not have the zone, so that the others of a batch are still notified. */
function zoned(time: Date, zone: string): Temporal.ZonedDateTime {
  const instant = Temporal.Instant.fromEpochMilliseconds(time.getTime());
  try {
    return instant.toZonedDateTimeISO(zone);
  } catch {
    return instant.toZonedDateTimeISO('UTC');
  }
}
const dateOf = (time: Temporal.ZonedDateTime) => new Date(time.epochMilliseconds);

/**
 * The end of the quiet hours that contain a time, or null. Hours over midnight and clock changes follow the local clock.
 */
export function quietUntil(time: Date, quiet: Quiet | null, zone: string): Date | null {
  if (!quiet || quiet.from === quiet.to) return null;
  const local = zoned(time, zone);
  const minute = local.hour * 60 + local.minute;
  const over = quiet.from > quiet.to;
  if (!isWithinHours(minute, quiet.from, quiet.to)) return null;
  const day = over && minute >= quiet.from ? local.add({ days: 1 }) : local;
  const end = day.withPlainTime({ hour: Math.floor(quiet.to / 60), minute: quiet.to % 60 });
  return dateOf(end);
}

/** The end of the window of a digest: the next full hour, or the next morning. */
export function digestAt(time: Date, digest: 'none' | 'hourly' | 'daily', zone: string): Date {
  if (digest === 'none') return time;
  const local = zoned(time, zone);
  if (digest === 'hourly')
    return dateOf(local.round({ smallestUnit: 'hour', roundingMode: 'floor' }).add({ hours: 1 }));
  const morning = local.withPlainTime({ hour: DAILY_HOUR });
  return dateOf(Temporal.ZonedDateTime.compare(morning, local) > 0 ? morning : morning.add({ days: 1 }));
}

export interface Plan {
  digest: 'none' | 'hourly' | 'daily';
  quiet: Quiet | null;
  zone: string;
  /** It is sent in quiet hours too. */
  passes: boolean;
}

export function dueAt(now: Date, { digest, quiet, zone, passes }: Plan): Date {
  const at = digestAt(now, digest, zone);
  return (passes ? null : quietUntil(at, quiet, zone)) ?? at;
}

const backOff: BackOff = { first_ms: 15_000, factor: 3, most_ms: 3_600_000 };

/** Delay before the next try after the nth failure, ms; null for no more tries. */
export const nextTryAfter_ms = (tries: number): number | null =>
  tries >= MAX_TRIES ? null : pauseAfter_ms(backOff, tries);
