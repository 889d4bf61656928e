import { describe, expect, it } from 'vitest';
import { type RangeChoice, rangeOfText, textOfRange } from './range-in-address.ts';

const choice: RangeChoice = {
  zone: 'Australia/Sydney',
  kinds: ['day', 'week', 'month', 'custom'],
  first: 'day',
};
const now_ms = Date.UTC(2026, 10, 28, 1);
const again = (text: string | null) => textOfRange(rangeOfText(text, choice, now_ms), choice, now_ms);

describe('the range of a chart in the address', () => {
  it('is omitted for the initial one and kept for any other', () => {
    expect(again(null)).toBeNull();
    expect(again('day')).toBeNull();
    for (const text of ['week', 'month.2026-10-01', 'day.2026-10-04', 'custom.2026-10-01.2026-10-07'])
      expect(again(text)).toBe(text);
  });

  it('follows the days of its time zone', () => {
    const { begin_ms, end_ms } = rangeOfText('day.2026-10-04', choice, now_ms);
    expect(end_ms - begin_ms).toBe(23 * 3_600_000);
  });

  it('is the initial one for an invalid text', () => {
    for (const text of ['year.2026-01-01', 'week.2026-13-45', 'x', '', 'custom.a.b'])
      expect(rangeOfText(text, choice, now_ms).end_ms).toBeGreaterThan(now_ms);
  });
});
