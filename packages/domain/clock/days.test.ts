import { expect, test } from 'vitest';
import { addDays, addMonths, daysBetween, lastOfMonth } from './days.ts';

test('days are added and counted by the calendar', () => {
  expect(addDays('2028-02-28', 2)).toBe('2028-03-01');
  expect(addDays('2027-01-01', -1)).toBe('2026-12-31');
  expect(daysBetween('2028-02-28', '2028-03-01')).toBe(2);
});

test('a month later is the same day, or the last day of a shorter month', () => {
  expect(addMonths('2026-11-28', 1)).toBe('2026-12-28');
  expect(addMonths('2026-03-31', -1)).toBe('2026-02-28');
  expect(addMonths('2026-01-31', -12)).toBe('2025-01-31');
  expect(lastOfMonth(2028, 2)).toBe('2028-02-29');
});
