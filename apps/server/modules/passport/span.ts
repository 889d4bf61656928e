const DAY_MS = 86_400_000;

/** What a device has reported of one battery: it may have measured another one before, or since. */
export interface Span {
  thing: number;
  /** Epoch ms; the end does not count. */
  from: number;
  to: number;
}

/** Days of China's calendar, both of which count; without them from the first report on, and until now. */
export function spanOf(
  { key, since, until }: { key: number; since: string | null; until: string | null },
  now: Date,
): Span {
  const begin = (day: string) => Date.parse(`${day}T00:00:00+08:00`);
  return {
    thing: key,
    from: since === null ? 0 : begin(since),
    to: Math.min(now.getTime(), until === null ? Number.POSITIVE_INFINITY : begin(until) + DAY_MS),
  };
}

/** The last days of it. */
export const lastOf = ({ thing, from, to }: Span, days: number): Span => ({
  thing,
  from: Math.max(from, to - days * DAY_MS),
  to,
});
