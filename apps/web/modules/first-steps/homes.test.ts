import { expect, test } from 'vitest';
import { framedFirstSteps } from './homes.ts';

test('the frame shows first steps only where the first page does not do so itself', () => {
  expect(framedFirstSteps('/backoffice/battery')).toBe('/backoffice/battery');
  expect(framedFirstSteps('/backoffice/home')).toBeNull();
  expect(framedFirstSteps('/home/index')).toBeNull();
  expect(framedFirstSteps('/operationStatuss/index')).toBeNull();
  expect(framedFirstSteps(null)).toBeNull();
});
