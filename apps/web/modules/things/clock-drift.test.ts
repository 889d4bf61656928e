import { expect, test } from 'vitest';
import { driftOf } from './clock-drift.ts';

test.each([
  [null, null],
  [0, null],
  [60, null],
  [-299, null],
  [61, { isAhead: true, minutes: 1 }],
  [18_000, { isAhead: true, minutes: 300 }],
  [-300, { isAhead: false, minutes: 5 }],
])('a drift of %d s is %j', (drift_s, drift) => expect(driftOf(drift_s)).toEqual(drift));
