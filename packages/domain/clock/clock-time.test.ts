import { describe, expect, it } from 'vitest';
import { clockText, isWithinHours, minutesOf } from './clock-time.ts';
import { minuteOfDay } from './zone-time.ts';

describe('a time of the day', () => {
  it('is written as HH:mm and read back', () => {
    expect([0, 390, 1439, 1440].map(clockText)).toEqual(['00:00', '06:30', '23:59', '24:00']);
    for (const minute of [0, 390, 1439]) expect(minutesOf(clockText(minute))).toBe(minute);
  });

  it('is that of the zone', () => {
    const at = Date.parse('2026-07-01T18:05:00Z');
    expect(minuteOfDay(at, 'UTC')).toBe(18 * 60 + 5);
    expect(minuteOfDay(at, 'Asia/Kolkata')).toBe(23 * 60 + 35);
    expect(minuteOfDay(at, 'Australia/Sydney')).toBe(4 * 60 + 5);
  });
});

describe('a window', () => {
  const within = (from: string, to: string) => (minute: number) =>
    isWithinHours(minute, minutesOf(from), minutesOf(to));

  it('is open from its beginning up to its end, over midnight too', () => {
    const minutes = [22 * 60 + 59, 23 * 60, 0, 4 * 60 + 29, 4 * 60 + 30];
    expect(minutes.map(within('23:00', '04:30'))).toEqual([false, true, true, true, false]);
    expect([59, 60, 299, 300].map(within('01:00', '05:00'))).toEqual([false, true, true, false]);
  });

  it('is open all day if it ends when it begins', () => {
    expect([0, 480, 1439].map(within('08:00', '08:00'))).toEqual([true, true, true]);
  });
});
