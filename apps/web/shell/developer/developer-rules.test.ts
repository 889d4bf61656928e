import { expect, it } from 'vitest';
import { exportName, hasDeveloperButtons } from './developer-rules.ts';

it('shows the buttons to roleRenon 0 and roles 1 and 2', () => {
  expect(hasDeveloperButtons(0, 0)).toBe(true);
  expect([1, 2].map((role) => hasDeveloperButtons(role, 1))).toEqual([true, true]);
  expect([0, 3, 4, 5, 100, null].map((role) => hasDeveloperButtons(role, 1))).toEqual(Array(6).fill(false));
});

it('names files by account and day', () => {
  const day = new Date(2026, 0, 5, 23, 59);
  expect(exportName('anna', 'dev', day)).toBe('anna_dev_2026-01-05.json');
  expect(exportName('a/b', 'user', day)).toBe('a_b_user_2026-01-05.json');
});
