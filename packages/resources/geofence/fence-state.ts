import { type Area, away, contains, outside_m, type Position } from './geometry.ts';

/** A position of something that is watched; time in epoch ms, by the device. */
export interface Fix extends Position {
  time_ms: number;
  /** How far the true position may be away, m; null where the receiver does not say. */
  accuracy_m: number | null;
}
export interface FenceChange {
  change: 'enter' | 'leave' | 'dwell';
  time_ms: number;
}
/** Something is inside an area. */
export interface Stay {
  since_ms: number;
  /** When it will have stayed for too long; null when that is not asked, or was reported already. */
  dwellDue_ms: number | null;
}
interface Judged {
  /** Null: it is outside. */
  stay: Stay | null;
  changes: FenceChange[];
}

/** A receiver's noise: only so far outside is outside, or something parked at the edge would come and go all night. */
export const EDGE_M = 25;
const MINUTE_MS = 60_000;
const BEARINGS = [0, 45, 90, 135, 180, 225, 270, 315];

/** Whether a position is inside an area for certain, as far as its accuracy goes beyond the usual noise. */
export function isWithin(area: Area, fix: Fix): boolean {
  if (!contains(area, fix)) return false;
  const doubt_m = fix.accuracy_m ?? 0;
  return doubt_m <= EDGE_M || BEARINGS.every((bearing) => contains(area, away(fix, doubt_m, bearing)));
}

/** Whether what was inside until now can still be. */
const isStill = (area: Area, fix: Fix) => outside_m(area, fix) <= Math.max(EDGE_M, fix.accuracy_m ?? 0);

/**
 * What a position says of an area. Pure. What was inside when it was looked at first, or before the area was watched, has
 * not entered it.
 * @param stay what is known: null when it was not seen inside
 * @param before the position before this one; null for the first
 */
export function judge(
  area: Area,
  stay: Stay | null,
  before: Fix | null,
  fix: Fix,
  dwellAlarm_min: number | null,
): Judged {
  const begun: Stay = {
    since_ms: fix.time_ms,
    dwellDue_ms: dwellAlarm_min === null ? null : fix.time_ms + dwellAlarm_min * MINUTE_MS,
  };
  if (stay === null) {
    const wasInside = before !== null && isWithin(area, before);
    if (wasInside)
      return isStill(area, fix)
        ? { stay: begun, changes: [] }
        : { stay: null, changes: [{ change: 'leave', time_ms: fix.time_ms }] };
    if (!isWithin(area, fix)) return { stay: null, changes: [] };
    return { stay: begun, changes: before === null ? [] : [{ change: 'enter', time_ms: fix.time_ms }] };
  }
  const changes: FenceChange[] = [];
  const isDue = stay.dwellDue_ms !== null && fix.time_ms >= stay.dwellDue_ms;
  if (isDue) changes.push({ change: 'dwell', time_ms: stay.dwellDue_ms as number });
  if (!isStill(area, fix)) {
    changes.push({ change: 'leave', time_ms: fix.time_ms });
    return { stay: null, changes };
  }
  return { stay: isDue ? { ...stay, dwellDue_ms: null } : stay, changes };
}

/** Where a fence names no zone: the business is in China. */
const DEFAULT_ZONE = 'Asia/Shanghai';
const clocks = new Map<string, Intl.DateTimeFormat>();

/** Minutes of the day on a zone's clocks. */
function minuteOfDay(time_ms: number, zone: string): number {
  let clock = clocks.get(zone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      hour: '2-digit',
      minute: '2-digit',
    });
    clocks.set(zone, clock);
  }
  return minutesOf(clock.format(time_ms));
}
const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** What of a fence makes a change an alarm. */
export interface FenceAlarms {
  entryAlarm: boolean;
  exitAlarm: boolean;
  windowFrom: string | null;
  windowTo: string | null;
  timeZone: string | null;
}

/** Whether a moment is in the hours of a fence, which may go over midnight; always where it has none. */
export function inWindow(
  time_ms: number,
  { windowFrom, windowTo, timeZone }: Pick<FenceAlarms, 'windowFrom' | 'windowTo' | 'timeZone'>,
): boolean {
  if (!windowFrom || !windowTo || windowFrom === windowTo) return true;
  const now = minuteOfDay(time_ms, timeZone ?? DEFAULT_ZONE);
  const [start, end] = [minutesOf(windowFrom), minutesOf(windowTo)];
  return start < end ? now >= start && now < end : now >= start || now < end;
}

/** Whether a fence asks for an alarm of a change. */
export function isAlarm({ change, time_ms }: FenceChange, fence: FenceAlarms): boolean {
  const asked = { enter: fence.entryAlarm, leave: fence.exitAlarm, dwell: true };
  return asked[change] && inWindow(time_ms, fence);
}
