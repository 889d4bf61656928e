import { expect, test } from 'vitest';
import { isByMass, isUnweighed } from './by-mass.ts';

test('an empty document has pieces, goods by mass have none', () => {
  expect([isByMass(0, '0'), isByMass(0, '12.5'), isByMass(1, '12.5')]).toEqual([false, true, false]);
});

test('pieces without any mass have an unknown one', () => {
  expect([isUnweighed(3, '0.000'), isUnweighed(3, '0.5'), isUnweighed(0, '0')]).toEqual([true, false, false]);
});
