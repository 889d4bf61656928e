import { describe, expect, it } from 'vitest';
import { everyRight } from '../../platform/ctx.ts';
import { coversRole, untouchable } from './rules.ts';

describe('who may touch whom among the staff', () => {
  const caller = { accountId: 'a', rights: new Set([9100, 1100]) };
  it('nobody gives or touches rights that they have not', () => {
    expect(coversRole(caller.rights, [])).toBe(true);
    expect(coversRole(caller.rights, [1100])).toBe(true);
    expect(coversRole(caller.rights, [1100, 1101])).toBe(false);
    expect(coversRole(everyRight, [1, 2, 3])).toBe(true);
    expect(untouchable(caller, { id: 'b', menuIds: [1101] })).toBe('beyond');
    expect(untouchable(caller, { id: 'b', menuIds: [9100] })).toBeNull();
  });
  it('one’s own account is one’s own page’s matter, whatever one may', () => {
    expect(untouchable(caller, { id: 'a', menuIds: [] })).toBe('own');
    expect(untouchable({ accountId: 'a', rights: everyRight }, { id: 'a', menuIds: [] })).toBe('own');
  });
});
