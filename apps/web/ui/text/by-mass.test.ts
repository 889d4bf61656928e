import { expect, test } from 'vitest';
import { isByMass } from './by-mass.ts';

test('an empty document has pieces, goods by mass have none', () => {
  expect([isByMass(0, '0'), isByMass(0, '12.5'), isByMass(1, '12.5')]).toEqual([false, true, false]);
});
