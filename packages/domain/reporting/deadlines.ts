import { addDays } from '../clock/days.ts';

/** The event that starts the reporting period of a record. */
export const clockEvents = ['document', 'certificate', 'handover'] as const;
/** The business day of the document, the day of the scrapping certificate, or the day of the hand-over. */
export type ClockEvent = (typeof clockEvents)[number];

/** Deadlines for reporting each kind of record, valid from a first day on (interpretation D07). */
export interface DeadlineRule {
  type: number;
  /** Kind of the reporting enterprise; null: all of them. */
  enterpriseKind: number | null;
  /** First day of records that it applies to. */
  firstDay: string;
  event: ClockEvent;
  days: number;
  unit: 'working' | 'calendar';
  /** Created by the tenant, instead of a default. */
  own: boolean;
}

/**
 * The rule for a record of a day: the latest that has begun, one for the kind of enterprise before a general one, the
 * tenant's own before the default.
 */
export function ruleFor<R extends DeadlineRule>(
  rules: readonly R[],
  { type, day, enterpriseKind }: { type: number; day: string; enterpriseKind: number | null },
): R | null {
  const rank = (rule: R) => `${rule.firstDay} ${Number(rule.enterpriseKind !== null)} ${Number(rule.own)}`;
  return rules
    .filter(
      (rule) =>
        rule.type === type &&
        rule.firstDay <= day &&
        (rule.enterpriseKind === null || rule.enterpriseKind === enterpriseKind),
    )
    .reduce<R | null>((best, rule) => (best && rank(best) > rank(rule) ? best : rule), null);
}

/** The days of a record's events; null: not yet. */
export type ClockDays = Readonly<Record<ClockEvent, string | null>>;

/** When the clock of a record started and when it ends; null while it has not started. */
export function deadlineOf(
  rule: DeadlineRule | null,
  events: ClockDays,
  works: (day: string) => boolean,
): { clockDay: string | null; dueDay: string | null } {
  const clockDay = rule && events[rule.event];
  if (!rule || clockDay === null) return { clockDay: null, dueDay: null };
  const dueDay =
    rule.unit === 'calendar' ? addDays(clockDay, rule.days) : addWorkingDays(clockDay, rule.days, works);
  return { clockDay, dueDay };
}

/** The `count`th working day after a day. */
export function addWorkingDays(day: string, count: number, works: (day: string) => boolean): string {
  let at = day;
  for (let left = count; left > 0; ) {
    at = addDays(at, 1);
    if (works(at)) left--;
  }
  return at;
}

/** Monday to Friday, except for listed days: public holidays, and weekends declared as working days. */
export const worksOn =
  (exceptions: ReadonlyMap<string, boolean>) =>
  (day: string): boolean => {
    const exception = exceptions.get(day);
    if (exception !== undefined) return exception;
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
    return weekday !== 0 && weekday !== 6;
  };
