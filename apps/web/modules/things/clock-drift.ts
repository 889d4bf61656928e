/** Above this, readings lie in the future and are not shown (CLOCK_AHEAD_MS of packages/protocol). */
const AHEAD_S = 60;
/** Frames may be delayed by a poor connection: less cannot be distinguished from a slow clock. */
const BEHIND_S = 300;

/** Deviation of a device's clock in minutes; null if it is within tolerance or unknown. */
export function driftOf(drift_s: number | null): { isAhead: boolean; minutes: number } | null {
  if (drift_s === null || (drift_s <= AHEAD_S && drift_s > -BEHIND_S)) return null;
  return { isAhead: drift_s > 0, minutes: Math.round(Math.abs(drift_s) / 60) };
}
