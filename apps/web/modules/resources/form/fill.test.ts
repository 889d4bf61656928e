import { battery } from '@voltloop/resources/battery/battery.resource.ts';
import { encodedValues, partsOf } from '@voltloop/resources/battery/from-code.ts';
import { expect, it } from 'vitest';
import { toFill } from './fill.ts';

const says = (batteryCode: string) => encodedValues(partsOf({ batteryCode }));
const PACK = '001PB24DEM0C24CCX0115717';
const MODULE = '001ME24DEM0C24CCX0115717';

it('fills what a code says as soon as it is one', () => {
  const empty = { productType: '', chemistry: '', isCascade: '' };
  expect(toFill(battery, empty, says(''), says(PACK.slice(0, 23)))).toEqual({});
  expect(toFill(battery, empty, says(''), says(PACK))).toEqual({
    productType: 1,
    chemistry: 'B',
    isCascade: 2,
  });
});

it('leaves what a person has chosen, and follows a code that is corrected', () => {
  const own = { productType: 1, chemistry: 'G', isCascade: '2' };
  expect(toFill(battery, own, says(PACK), says(MODULE))).toEqual({ productType: 2 });
});

it('keeps what was filled in while a code is half gone', () => {
  const filled = { productType: 1, chemistry: 'B', isCascade: 2 };
  expect(toFill(battery, filled, says(PACK), says(PACK.slice(0, 10)))).toEqual({});
});
