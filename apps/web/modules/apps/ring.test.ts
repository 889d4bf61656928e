import fc from 'fast-check';
import { expect, it } from 'vitest';
import { placeOf, turnTo } from './ring.ts';

it('spreads four and ten apps evenly', () => {
  expect([0, 1, 2, 3].map((index) => placeOf(index, 4))).toEqual([0, 90, 180, 270]);
  expect(placeOf(9, 10)).toBe(324);
});

it('turns by the shortest way', () => {
  expect(turnTo(3, 4, 0)).toBe(90);
  expect(turnTo(1, 4, 0)).toBe(-90);
  expect(turnTo(0, 4, 90)).toBe(0);
  expect(turnTo(9, 10, 0)).toBeCloseTo(36);
});

it('always ends with the chosen app at the front, and never turns by more than half the circle', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(4, 10),
      fc.array(fc.nat(9), { minLength: 1, maxLength: 30 }),
      (count, choices) => {
        let turn = 0;
        for (const choice of choices) {
          const index = choice % count;
          const next = turnTo(index, count, turn);
          expect(Math.abs(next - turn)).toBeLessThanOrEqual(180);
          expect(Math.abs(Math.sin(((placeOf(index, count) + next) * Math.PI) / 360))).toBeLessThan(1e-9);
          turn = next;
        }
      },
    ),
  );
});
