import { clockText } from '@voltloop/domain/clock/clock-time.ts';
import { DAY_MIN } from '@voltloop/domain/owner-control/settings.ts';

const STEP_MIN = 15;

/** Selectable times in minutes since midnight, including the present one. */
export function timesOfDay(present: number, { end }: { end: boolean }): { value: string; label: string }[] {
  const times = Array.from({ length: DAY_MIN / STEP_MIN }, (_, i) => i * STEP_MIN + (end ? STEP_MIN : 0));
  if (!times.includes(present)) times.push(present);
  return times
    .toSorted((a, b) => a - b)
    .map((minutes) => ({ value: String(minutes), label: clockText(minutes) }));
}
