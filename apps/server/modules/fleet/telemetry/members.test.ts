import { describe, expect, test } from 'vitest';
import { calendarCuts } from './calendar.ts';
import { piecesOf } from './members.ts';

const at = (text: string) => Date.parse(text);
const zone = 'Europe/Berlin';
const days = (from: string, to: string) => calendarCuts('1d', zone, at(from), at(to));

describe('how a membership is read', () => {
  const month = days('2026-03-01T00:00:00+01:00', '2026-04-01T00:00:00+02:00');
  const year = days('2026-01-01T00:00:00+01:00', '2027-01-01T00:00:00+01:00');

  test('is by quarter-hours for a short one, cut to the membership', () => {
    const since_ms = at('2026-03-10T09:15:00Z');
    const until_ms = at('2026-03-11T10:00:00Z');
    expect(piecesOf({ key: 1, since_ms, until_ms }, month, '1d', zone)).toEqual([
      { cuts: [since_ms, at('2026-03-10T23:00:00Z'), until_ms], whole: false },
    ]);
  });

  test('uses any earlier reading when the membership began before the range', () => {
    const [piece, ...more] = piecesOf(
      { key: 1, since_ms: at('2025-01-01T00:00:00Z'), until_ms: null },
      month,
      '1d',
      zone,
    );
    expect(more).toEqual([]);
    expect(piece).toEqual({ cuts: month, whole: false });
  });

  test('is by days for a long one, with its first day by quarter-hours', () => {
    const since_ms = at('2026-02-10T12:00:00Z');
    const until_ms = at('2026-12-24T12:00:00Z');
    const [head, rest, ...more] = piecesOf({ key: 1, since_ms, until_ms }, year, '1d', zone);
    expect(more).toEqual([]);
    const midnight = at('2026-02-11T00:00:00+01:00');
    expect(head).toEqual({ cuts: [since_ms, midnight], whole: false });
    expect(rest).toMatchObject({ whole: true });
    expect(rest?.cuts[0]).toBe(midnight);
    expect(rest?.cuts.at(-1)).toBe(until_ms);
  });

  test('is empty for one that ended before the range', () => {
    const past = { key: 1, since_ms: at('2025-01-01T00:00:00Z'), until_ms: month[0] as number };
    expect(piecesOf(past, month, '1d', zone)).toEqual([]);
  });
});
