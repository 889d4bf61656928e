import { describe, expect, test } from 'vitest';
import { firstKeptMonth, oldestEvent, oldestFrame } from './retention.ts';

const at = (text: string) => Date.parse(text);
const now = at('2026-06-15T12:00:00Z');

describe('the oldest kept month', () => {
  test.each([
    [35, '2026-06-15T12:00:00Z', '2026-05-01T00:00:00Z'],
    [35, '2026-07-04T23:59:59Z', '2026-05-01T00:00:00Z'],
    [35, '2026-07-06T00:00:00Z', '2026-06-01T00:00:00Z'],
    [400, '2026-06-15T12:00:00Z', '2025-05-01T00:00:00Z'],
    [62, '2026-03-03T00:00:00Z', '2025-12-01T00:00:00Z'],
  ])('with %d days on %s is the one from %s', (days, on, begins) => {
    expect(new Date(firstKeptMonth(days, at(on)) ?? 0).toISOString()).toBe(begins.replace('Z', '.000Z'));
  });

  test('is null where all are kept', () => {
    expect(firstKeptMonth(0, now)).toBeNull();
  });
});

test('frames are accepted as long as both their readings and their quarter-hours are kept', () => {
  expect(oldestFrame({ raw: 0, quarterHours: 0 }, now)).toBe(0);
  expect(oldestFrame({ raw: 35, quarterHours: 400 }, now)).toBe(at('2026-05-01T00:00:00Z'));
  expect(oldestFrame({ raw: 0, quarterHours: 400 }, now)).toBe(at('2025-05-01T00:00:00Z'));
});

test('events are kept to the day', () => {
  expect(oldestEvent({ events: 100 }, now)).toBe(at('2026-03-07T12:00:00Z'));
  expect(oldestEvent({ events: 0 }, now)).toBeNull();
});
