import { describe, expect, it, test } from 'vitest';
import { digestAt, dueAt, nextTryAfter_ms, quietUntil } from './timing.ts';

const at = (text: string) => new Date(text);
const night = { from: 22 * 60, to: 7 * 60 };
const quiet = (time: string, zone = 'Europe/Berlin', hours = night) =>
  quietUntil(at(time), hours, zone)?.toISOString() ?? null;

describe('quiet hours', () => {
  it('span midnight and end at the hour on the clock', () => {
    expect(quiet('2026-06-01T21:30:00+02:00')).toBeNull();
    expect(quiet('2026-06-01T22:00:00+02:00')).toBe('2026-06-02T05:00:00.000Z');
    expect(quiet('2026-06-02T06:59:00+02:00')).toBe('2026-06-02T05:00:00.000Z');
    expect(quiet('2026-06-02T07:00:00+02:00')).toBeNull();
  });
  it('are an hour shorter or longer across a clock change', () => {
    expect(quiet('2026-03-28T22:00:00+01:00')).toBe('2026-03-29T05:00:00.000Z');
    expect(quiet('2026-10-24T22:00:00+02:00')).toBe('2026-10-25T06:00:00.000Z');
  });
  it('work within one day, in zones with odd offsets, and when there are none', () => {
    expect(quiet('2026-06-01T12:10:00+05:45', 'Asia/Kathmandu', { from: 720, to: 780 })).toBe(
      '2026-06-01T07:15:00.000Z',
    );
    expect(quiet('2026-06-01T23:00:00Z', 'UTC', { from: 60, to: 60 })).toBeNull();
    expect(quietUntil(at('2026-06-01T23:00:00Z'), null, 'UTC')).toBeNull();
  });
});

test('digests end at the full hour or at eight in the morning, also across a clock change', () => {
  const digest = (time: string, kind: 'hourly' | 'daily', zone = 'Europe/Berlin') =>
    digestAt(at(time), kind, zone).toISOString();
  expect(digest('2026-06-01T10:00:00Z', 'hourly')).toBe('2026-06-01T11:00:00.000Z');
  expect(digest('2026-06-01T10:59:59Z', 'hourly', 'Asia/Kathmandu')).toBe('2026-06-01T11:15:00.000Z');
  expect(digest('2026-06-01T05:59:00Z', 'daily')).toBe('2026-06-01T06:00:00.000Z');
  expect(digest('2026-03-28T08:00:00Z', 'daily')).toBe('2026-03-29T06:00:00.000Z');
});

test('a digest that ends in quiet hours waits for their end, unless it may ignore them', () => {
  const plan = { digest: 'hourly', quiet: night, zone: 'Europe/Berlin', passes: false } as const;
  expect(dueAt(at('2026-06-01T21:10:00+02:00'), plan).toISOString()).toBe('2026-06-02T05:00:00.000Z');
  expect(dueAt(at('2026-06-01T21:10:00+02:00'), { ...plan, passes: true }).toISOString()).toBe(
    '2026-06-01T20:00:00.000Z',
  );
});

test('tries have growing distances, and a limit', () => {
  expect([1, 2, 3, 6, 7, 8].map(nextTryAfter_ms)).toEqual([
    15_000,
    45_000,
    135_000,
    3_600_000,
    3_600_000,
    null,
  ]);
});
