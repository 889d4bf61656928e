import { describe, expect, test } from 'vitest';
import { quarterOf, stepsOf, tagsOf, visiblePeriods } from './rules.ts';

test('a time belongs to the quarter-hour that contains it', () => {
  const at = (text: string) => Date.parse(text);
  expect(quarterOf(at('2026-03-01T10:29:59Z'))).toBe(at('2026-03-01T10:15:00Z'));
  expect(quarterOf(at('2026-03-01T10:30:00Z'))).toBe(at('2026-03-01T10:30:00Z'));
});

test('tags are kept without duplicates, in their first spelling', () => {
  expect(tagsOf(['VIP', 'roof', 'vip', 'Roof'])).toEqual(['VIP', 'roof']);
});

test('periods are cut at the viewer’s history cutoff', () => {
  const past = { key: 1, since_ms: 100, until_ms: 200 };
  const present = { key: 2, since_ms: 200, until_ms: null };
  expect(visiblePeriods([past, present], 0)).toMatchObject([past, present]);
  expect(visiblePeriods([past, present], 150)).toMatchObject([{ ...past, since_ms: 150 }, present]);
  expect(visiblePeriods([past, present], 200)).toMatchObject([present]);
  expect(visiblePeriods([past, present], 300)).toEqual([{ ...present, since_ms: 300, visibleFrom_ms: 300 }]);
  const taken = { ...present, visibleFrom_ms: 250 };
  expect(visiblePeriods([past, taken], 0)).toMatchObject([past, { since_ms: 250, visibleFrom_ms: 250 }]);
});

describe('steps of a pending transfer', () => {
  const nobody = { owner: false, aboveGiver: false, aboveReceiver: false, requested: false };
  const open = { giver: false, receiver: false };
  test.each([
    ['the owner', { ...nobody, owner: true, aboveGiver: true }, open, ['accept', 'decline', 'cancel']],
    [
      'an owner who requested it',
      { ...nobody, owner: true, aboveGiver: true, requested: true },
      { giver: true, receiver: false },
      ['cancel'],
    ],
    ['the company of the owner', { ...nobody, aboveGiver: true }, open, ['cancel']],
    ['the receiver', { ...nobody, aboveReceiver: true }, open, ['accept', 'decline']],
    [
      'a receiver who has consented',
      { ...nobody, aboveReceiver: true },
      { giver: false, receiver: true },
      ['decline'],
    ],
    [
      'an account above both',
      { ...nobody, aboveGiver: true, aboveReceiver: true },
      open,
      ['accept', 'decline', 'cancel'],
    ],
  ] as const)('%s', (_who, role, given, steps) => {
    expect(stepsOf(role, given)).toEqual(steps);
  });
});
