/** Times of the day, in minutes since midnight: `HH:mm` and back, and windows that may span midnight. */

/** Two digits: `07`. */
export const two = (n: number): string => String(Math.floor(n)).padStart(2, '0');

/** `06:30` of minutes since midnight; the end of the day is `24:00`. */
export const clockText = (minutes: number): string => `${two(minutes / 60)}:${two(minutes % 60)}`;

/** Minutes since midnight of `HH:mm`. */
export function minutesOf(clock: string): number {
  const [hour, minute] = clock.split(':').map(Number);
  return (hour ?? 0) * 60 + (minute ?? 0);
}

/** Whether a minute of the day is in a window, whose end is exclusive; a window from and to the same minute is all day. */
export const isWithinHours = (minute: number, from: number, to: number): boolean =>
  from < to ? minute >= from && minute < to : minute >= from || minute < to;

/** An offset from UTC as in ISO 8601: `+02:00`. */
export function offsetText(offset_ms: number): string {
  const minutes = Math.round(Math.abs(offset_ms) / 60_000);
  return `${offset_ms < 0 ? '-' : '+'}${clockText(minutes)}`;
}
