const DAY_MS = 86_400_000;

/** Days of China's calendar, yyyy-MM-dd, counted from the one that `now` falls into: 0 is today, 60 in two months. */
export function daysFrom(now: Date): (offset_days: number) => string {
  // China keeps UTC+8 all year.
  const local = now.getTime() + 8 * 3_600_000;
  return (offset) => new Date(local + offset * DAY_MS).toISOString().slice(0, 10);
}
