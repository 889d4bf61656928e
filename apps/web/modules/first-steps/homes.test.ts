import { expect, test } from 'vitest';
import { framedFirstSteps } from './homes.ts';

test('the frame shows first steps only if the start page does not', () => {
  expect(framedFirstSteps('/backoffice/battery')).toBe('/backoffice/battery');
  expect(framedFirstSteps('/backoffice/home')).toBeNull();
  expect(framedFirstSteps('/home/index')).toBeNull();
  expect(framedFirstSteps('/operationStatuss/index')).toBeNull();
  expect(framedFirstSteps(null)).toBeNull();
});
