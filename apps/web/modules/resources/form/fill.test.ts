import { battery } from '@voltloop/resources/battery/battery.resource.ts';
import { encodedValues, partsOf } from '@voltloop/resources/battery/from-code.ts';
import { expect, it } from 'vitest';
import { toFill } from './fill.ts';

const derivedFrom = (batteryCode: string) => encodedValues(partsOf({ batteryCode }));
const PACK = '001PB24DEM0C24CCX0115717';
const MODULE = '001ME24DEM0C24CCX0115717';

it('fills in the values of a code once it is complete', () => {
  const empty = { productType: '', chemistry: '', isCascade: '' };
  expect(toFill(battery, empty, derivedFrom(''), derivedFrom(PACK.slice(0, 23)))).toEqual({});
  expect(toFill(battery, empty, derivedFrom(''), derivedFrom(PACK))).toEqual({
    productType: 1,
    chemistry: 'B',
    isCascade: 2,
  });
});

it('keeps what the user has chosen, and updates the rest when the code is corrected', () => {
  const own = { productType: 1, chemistry: 'G', isCascade: '2' };
  expect(toFill(battery, own, derivedFrom(PACK), derivedFrom(MODULE))).toEqual({ productType: 2 });
});

it('keeps filled-in values while a code is incomplete', () => {
  const filled = { productType: 1, chemistry: 'B', isCascade: 2 };
  expect(toFill(battery, filled, derivedFrom(PACK), derivedFrom(PACK.slice(0, 10)))).toEqual({});
});
