import { expect, test } from 'vitest';
import { chargeOf } from './charge.ts';
import { chargeCases } from './testing-charges.ts';

test.each(chargeCases)('$title', ({ batteries, charge }) => {
  const { soc_pct, ...more } = chargeOf(batteries);
  expect({ soc_pct: soc_pct === null ? null : Math.round(soc_pct * 100) / 100, ...more }).toEqual(charge);
});
