import { isWithinHours, minutesOf } from '@voltloop/domain/clock/clock-time.ts';
import { minuteOfDay } from '@voltloop/domain/clock/zone-time.ts';
import { type Area, away, contains, outside_m, type Position } from './geometry.ts';

/** A position of a watched device; time in epoch ms, by the device's clock. */
export interface Fix extends Position {
  time_ms: number;
  /** Accuracy of the position, m; null if the receiver does not report it. */
  accuracy_m: number | null;
}
export interface FenceChange {
  change: 'enter' | 'leave' | 'dwell';
  time_ms: number;
}
/** A stay inside an area. */
export interface Stay {
  since_ms: number;
  /** The time at which the stay becomes too long; null without a limit, or once reported. */
  dwellDue_ms: number | null;
}
interface Evaluation {
  /** Null: outside. */
  stay: Stay | null;
  changes: FenceChange[];
}

/** Tolerance for receiver noise: without it a device parked at the edge would alternate all night. */
export const EDGE_M = 25;
const MINUTE_MS = 60_000;
const BEARINGS = [0, 45, 90, 135, 180, 225, 270, 315];

/** Whether a position is certainly inside an area, given an accuracy beyond the usual noise. */
export function isWithin(area: Area, fix: Fix): boolean {
  if (!contains(area, fix)) return false;
  const doubt_m = fix.accuracy_m ?? 0;
  return doubt_m <= EDGE_M || BEARINGS.every((bearing) => contains(area, away(fix, doubt_m, bearing)));
}

/** Whether a device that was inside may still be. */
const isStill = (area: Area, fix: Fix) => outside_m(area, fix) <= Math.max(EDGE_M, fix.accuracy_m ?? 0);

/**
 * Evaluates one position against an area. Pure. A device that is inside at its first position, or before the area was
 * watched, has not entered it.
 * @param stay the current stay, or null
 * @param before the position before this one; null for the first
 */
export function evaluateFix(
  area: Area,
  stay: Stay | null,
  before: Fix | null,
  fix: Fix,
  dwellAlarm_min: number | null,
): Evaluation {
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

/** The time zone of fences without one. */
const DEFAULT_ZONE = 'Asia/Shanghai';

/** The fields of a fence that decide whether a change is an alarm. */
export interface FenceAlarms {
  entryAlarm: boolean;
  exitAlarm: boolean;
  windowFrom: string | null;
  windowTo: string | null;
  timeZone: string | null;
}

/** Whether a time is within the hours of a fence, which may cross midnight; always without hours. */
export function inWindow(
  time_ms: number,
  { windowFrom, windowTo, timeZone }: Pick<FenceAlarms, 'windowFrom' | 'windowTo' | 'timeZone'>,
): boolean {
  if (!windowFrom || !windowTo || windowFrom === windowTo) return true;
  const now = minuteOfDay(time_ms, timeZone ?? DEFAULT_ZONE);
  return isWithinHours(now, minutesOf(windowFrom), minutesOf(windowTo));
}

/** Whether a fence reports a change as an alarm. */
export function isAlarm({ change, time_ms }: FenceChange, fence: FenceAlarms): boolean {
  const isReported = { enter: fence.entryAlarm, leave: fence.exitAlarm, dwell: true };
  return isReported[change] && inWindow(time_ms, fence);
}
