import { expect, test } from 'vitest';
import { isTenantManager } from './rules.ts';

test('the tenant-manager sign-in is for roles 0 and 1 and the back office', () => {
  expect([0, 1, 2, 3, 4, 5].map((roleId) => isTenantManager({ roleId, kind: 'x' }))).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
  expect(isTenantManager({ roleId: 100, kind: 'staff' })).toBe(true);
});
