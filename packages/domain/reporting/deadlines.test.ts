import { describe, expect, test } from 'vitest';
import { addWorkingDays, type DeadlineRule, deadlineOf, ruleFor, worksOn } from './deadlines.ts';

const rule = (more: Partial<DeadlineRule> = {}): DeadlineRule => ({
  type: 8,
  enterpriseKind: null,
  firstDay: '2018-08-01',
  event: 'document',
  days: 30,
  unit: 'working',
  own: false,
  ...more,
});
const works = worksOn(
  new Map([
    ['2026-02-14', true],
    ...['16', '17', '18', '19', '20', '23'].map((day): [string, boolean] => [`2026-02-${day}`, false]),
    ['2026-02-28', true],
  ]),
);

describe('the rule of a record', () => {
  const old = rule();
  const outlets = rule({ enterpriseKind: 5, days: 15 });
  const now = rule({ firstDay: '2026-04-01', unit: 'calendar' });
  const own = rule({ firstDay: '2026-04-01', unit: 'calendar', days: 20, own: true });
  const of = (day: string, rules: DeadlineRule[], enterpriseKind: number | null = 6) =>
    ruleFor(rules, { type: 8, day, enterpriseKind });

  test('is the one in effect on its day', () => {
    expect(of('2018-07-31', [now, old])).toBeNull();
    expect(of('2018-08-01', [now, old])).toBe(old);
    expect(of('2026-03-31', [now, old])).toBe(old);
    expect(of('2026-04-01', [now, old])).toBe(now);
    expect(ruleFor([old], { type: 9, day: '2026-04-01', enterpriseKind: null })).toBeNull();
  });
  test('is one for the kind of enterprise before a general one, and never one for another kind', () => {
    expect(of('2026-03-31', [old, outlets], 5)).toBe(outlets);
    expect(of('2026-03-31', [outlets, old], 6)).toBe(old);
    expect(of('2026-03-31', [outlets, old], null)).toBe(old);
    expect(of('2026-04-01', [outlets, old, now], 5)).toBe(now);
  });
  test('is the tenant’s own before the default', () => {
    for (const rules of [
      [own, now],
      [now, own],
    ])
      expect(of('2026-05-01', rules)).toBe(own);
  });
});

describe('the deadline', () => {
  const events = { document: '2026-02-10', certificate: null, handover: '2026-05-04' };

  test('counts working days without holidays, including weekends declared as working days', () => {
    // 11, 12, 13, Saturday 14, then the holiday until the 23rd, 24.
    expect(addWorkingDays('2026-02-10', 5, works)).toBe('2026-02-24');
    expect(deadlineOf(rule({ days: 5 }), events, works)).toEqual({
      clockDay: '2026-02-10',
      dueDay: '2026-02-24',
    });
    expect(addWorkingDays('2026-03-06', 1, works)).toBe('2026-03-09');
    expect(addWorkingDays('2026-03-07', 0, works)).toBe('2026-03-07');
  });
  test('counts calendar days from the event of the rule', () => {
    const handover = rule({ event: 'handover', unit: 'calendar' });
    expect(deadlineOf(handover, events, works)).toEqual({ clockDay: '2026-05-04', dueDay: '2026-06-03' });
  });
  test('is null before the event, and without a rule', () => {
    const none = { clockDay: null, dueDay: null };
    expect(deadlineOf(rule({ event: 'certificate' }), events, works)).toEqual(none);
    expect(deadlineOf(null, events, works)).toEqual(none);
  });
});
