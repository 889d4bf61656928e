import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkPeriod, periodBefore, stepOf } from './period.ts';

describe('the period before', () => {
  it.each([
    ['a month', '2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['the first days of a month', '2026-03-01', '2026-03-10', '2026-02-01', '2026-02-10'],
    ['a month that is longer', '2026-03-01', '2026-03-30', '2026-02-01', '2026-02-28'],
    ['a quarter', '2026-01-01', '2026-03-31', '2025-10-01', '2025-12-31'],
    ['a year', '2024-01-01', '2024-12-31', '2023-01-01', '2023-12-31'],
    ['a year so far', '2026-01-01', '2026-11-24', '2025-01-01', '2025-11-24'],
    ['some days', '2026-03-05', '2026-03-11', '2026-02-26', '2026-03-04'],
    ['a leap day', '2024-03-01', '2024-03-29', '2024-02-01', '2024-02-29'],
  ])('of %s', (_what, from, to, before, until) => {
    expect(periodBefore({ from, to })).toEqual({ from: before, to: until });
  });
  it('ends before the period begins', () => {
    const day = fc
      .date({ min: new Date('2020-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(day, day, (a, b) => {
        const [from, to] = [a, b].sort() as [string, string];
        const before = periodBefore({ from, to });
        expect(before.from <= before.to).toBe(true);
        expect(before.to < from).toBe(true);
      }),
    );
  });
});

describe('a period', () => {
  it('is shown by days up to two months', () => {
    expect(stepOf({ from: '2026-01-01', to: '2026-02-28' })).toBe('day');
    expect(stepOf({ from: '2026-01-01', to: '2026-12-31' })).toBe('month');
  });
  it('cannot end before it begins, nor be longer than three years', () => {
    expect(() => checkPeriod({ from: '2026-02-01', to: '2026-01-31' })).toThrow();
    expect(() => checkPeriod({ from: '2020-01-01', to: '2026-01-31' })).toThrow();
    expect(() => checkPeriod({ from: '2026-01-01', to: '2026-01-01' })).not.toThrow();
  });
});
