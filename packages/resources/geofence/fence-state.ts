import { type Area, contains, outside_m, type Position } from './geometry.ts';

/** A position of something that is watched; time in epoch ms. */
export interface Fix extends Position {
  time_ms: number;
}
export interface FenceChange {
  change: 'enter' | 'leave' | 'dwell';
  time_ms: number;
}
export interface FenceState {
  /** Null before the first position. */
  inside: boolean | null;
  /** Since when; the time of the first position where it was so from the beginning. */
  since_ms: number | null;
  changes: FenceChange[];
}

/** A receiver's noise: only so far outside is outside, or something parked at the edge would come and go all night. */
export const EDGE_M = 25;
const MINUTE_MS = 60_000;

/**
 * What positions say of an area: when it was entered and left, and when somebody had stayed in it for too long. Pure.
 * Positions come in any order; those of the same time count once. Where it begins inside, nothing was entered.
 */
export function fenceStateOf(
  area: Area,
  fixes: readonly Fix[],
  dwellAlarm_min: number | null = null,
): FenceState {
  const state: FenceState = { inside: null, since_ms: null, changes: [] };
  let told = false;
  for (const fix of [...fixes].sort((a, b) => a.time_ms - b.time_ms)) {
    // What was inside until now is outside only beyond the noise.
    const inside = state.inside === true ? outside_m(area, fix) <= EDGE_M : contains(area, fix);
    if (state.inside === true && dwellAlarm_min !== null && !told) {
      const due_ms = (state.since_ms as number) + dwellAlarm_min * MINUTE_MS;
      if (fix.time_ms >= due_ms) {
        state.changes.push({ change: 'dwell', time_ms: due_ms });
        told = true;
      }
    }
    if (inside === state.inside) continue;
    if (state.inside !== null)
      state.changes.push({ change: inside ? 'enter' : 'leave', time_ms: fix.time_ms });
    state.inside = inside;
    state.since_ms = fix.time_ms;
    told = false;
  }
  return state;
}

/** Hours of Beijing; China has one zone and no summer time. */
const BEIJING_MIN = 8 * 60;
const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** Whether a moment is between two times of the day, which may go over midnight; always without both. */
export function inWindow(time_ms: number, from: string | null, to: string | null): boolean {
  if (!from || !to || from === to) return true;
  const now = Math.floor(time_ms / MINUTE_MS + BEIJING_MIN) % 1440;
  const [start, end] = [minutesOf(from), minutesOf(to)];
  return start < end ? now >= start && now < end : now >= start || now < end;
}

/** What of a fence makes a change an alarm. */
export interface FenceAlarms {
  entryAlarm: boolean;
  exitAlarm: boolean;
  windowFrom: string | null;
  windowTo: string | null;
}

/** The changes that a fence asks to be told of. */
export function alarmsOf(changes: readonly FenceChange[], fence: FenceAlarms): FenceChange[] {
  const asked = { enter: fence.entryAlarm, leave: fence.exitAlarm, dwell: true };
  return changes.filter(
    ({ change, time_ms }) => asked[change] && inWindow(time_ms, fence.windowFrom, fence.windowTo),
  );
}
