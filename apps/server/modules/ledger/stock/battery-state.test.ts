import { expect, test } from 'vitest';
import { batteryStateAt } from './battery-state.ts';

test.each([
  ['location', '', 'available', 'in_stock'],
  ['location', '', 'hold', 'on_hold'],
  ['location', '', 'test', 'in_test'],
  ['location', '', 'scrapped', 'scrapped'],
  ['production', '', 'available', 'in_production'],
  ['transit', '', 'available', 'in_transit'],
  ['vehicle', 'v', 'available', 'in_use'],
  ['outside', 'customer/c', 'available', 'sold'],
  ['outside', 'customer/c', 'scrapped', 'handed_over'],
  ['outside', 'enterprise/e', 'available', 'handed_over'],
  ['difference', '', 'available', 'missing'],
  ['recycled', '', 'scrapped', 'recycled'],
  ['opening', '', 'available', 'registered'],
  ['inside', 'b', 'available', undefined],
] as const)('at %s %s in condition %s a battery is %s', (kind, key, condition, state) => {
  expect(batteryStateAt({ kind, key }, condition)).toBe(state);
});
