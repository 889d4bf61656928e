import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backOff_ms } from './back-off.ts';

describe('waiting before the next attempt', () => {
  it('doubles from a second to half a minute, a quarter up or down', () => {
    expect(backOff_ms(0, 0.5)).toBe(1000);
    expect(backOff_ms(3, 0.5)).toBe(8000);
    expect(backOff_ms(50, 0.5)).toBe(30_000);
    fc.assert(
      fc.property(fc.nat(60), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, random) => {
        const wait = backOff_ms(attempt, random);
        return wait >= 750 && wait <= 37_500;
      }),
    );
  });
});
