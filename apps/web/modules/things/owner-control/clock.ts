import { DAY_MIN } from '@voltloop/domain/owner-control/settings.ts';

const two = (n: number) => String(n).padStart(2, '0');

/** `06:30` of minutes since midnight; the end of the day is `24:00`. */
export const clockOf = (minutes: number): string => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;

const STEP_MIN = 15;

/** Selectable times in minutes since midnight, including the present one. */
export function timesOfDay(present: number, { end }: { end: boolean }): { value: string; label: string }[] {
  const times = Array.from({ length: DAY_MIN / STEP_MIN }, (_, i) => i * STEP_MIN + (end ? STEP_MIN : 0));
  if (!times.includes(present)) times.push(present);
  return times
    .toSorted((a, b) => a - b)
    .map((minutes) => ({ value: String(minutes), label: clockOf(minutes) }));
}
