/// <reference lib="esnext.temporal" />
/** Pure rules of sites. */

/** Energy is stored by quarter-hours, and membership is cut there. */
export const QUARTER_MS = 900_000;
export const quarterOf = (time_ms: number): number => Math.floor(time_ms / QUARTER_MS) * QUARTER_MS;

/** The stored tags of a site: without duplicates (ignoring case), in the given order. */
export function tagsOf(tags: readonly string[]): string[] {
  const seen = new Set<string>();
  return tags.filter((tag) => {
    const key = tag.toLowerCase();
    return seen.has(key) ? false : seen.add(key);
  });
}

export interface Period {
  since_ms: number;
  until_ms: number | null;
}

/** The parts of some periods from `visibleFrom_ms` on, given for each one or for all. */
export function visiblePeriods<T extends Period>(
  periods: readonly (T & { visibleFrom_ms?: number })[],
  from_ms: number,
): (T & { visibleFrom_ms: number })[] {
  return periods
    .map((period) => ({ ...period, visibleFrom_ms: Math.max(period.visibleFrom_ms ?? 0, from_ms) }))
    .map((period) => ({ ...period, since_ms: Math.max(period.since_ms, period.visibleFrom_ms) }))
    .filter(({ since_ms, until_ms }) => until_ms === null || until_ms > since_ms);
}

/** How much of a range was measured. */
export interface Availability {
  /** Elapsed hours in which the site had a device; those of them with readings. */
  hours: number;
  measured: number;
  /** Days of the month with such hours, but without readings. */
  daysWithout: number[];
}

/** How much of a month was measured, while the site had a device. */
export function availabilityOf(
  hours: readonly { start_ms: number; end_ms: number; measured: boolean }[],
  periods: readonly Period[],
  { zone, now_ms }: { zone: string; now_ms: number },
): Availability {
  const days = new Map<number, boolean>();
  let expected = 0;
  let measured = 0;
  for (const hour of hours) {
    const there = periods.some(
      ({ since_ms, until_ms }) =>
        since_ms < hour.end_ms && (until_ms === null || until_ms > hour.start_ms) && hour.end_ms <= now_ms,
    );
    if (!there) continue;
    const { day } = Temporal.Instant.fromEpochMilliseconds(hour.start_ms).toZonedDateTimeISO(zone);
    expected += 1;
    if (hour.measured) measured += 1;
    days.set(day, (days.get(day) ?? false) || hour.measured);
  }
  const daysWithout = [...days].filter(([, any]) => !any).map(([day]) => day);
  return { hours: expected, measured, daysWithout };
}

/** The caller's relation to the sides of a transfer. */
export interface TransferRole {
  /** The caller is the owner itself, or the main account. */
  owner: boolean;
  /** The caller is at or above the giver. */
  aboveGiver: boolean;
  /** The caller is at or above the receiver. */
  aboveReceiver: boolean;
  requested: boolean;
}

type Side = 'giver' | 'receiver' | 'both';
type Step = 'accept' | 'decline' | 'cancel';

export function sideOf({ aboveGiver, aboveReceiver }: TransferRole): Side {
  if (aboveGiver && aboveReceiver) return 'both';
  return aboveGiver ? 'giver' : 'receiver';
}

/** The caller's possible steps in a pending transfer with these consents. */
export function stepsOf(role: TransferRole, given: { giver: boolean; receiver: boolean }): Step[] {
  const steps: Step[] = [];
  const open = (role.owner && !given.giver) || (role.aboveReceiver && !given.receiver);
  if (open) steps.push('accept');
  if (role.aboveReceiver || (role.owner && !role.requested)) steps.push('decline');
  if (role.requested || role.aboveGiver) steps.push('cancel');
  return steps;
}
