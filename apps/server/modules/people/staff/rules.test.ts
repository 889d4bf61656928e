import { describe, expect, it } from 'vitest';
import { everyRight } from '../../../platform/ctx.ts';
import { coversRole, untouchable } from './rules.ts';

describe('permission to change staff', () => {
  const caller = { accountId: 'a', rights: new Set([9100, 1100]) };
  it('never extends to roles with rights that the caller lacks', () => {
    expect(coversRole(caller.rights, [])).toBe(true);
    expect(coversRole(caller.rights, [1100])).toBe(true);
    expect(coversRole(caller.rights, [1100, 1101])).toBe(false);
    expect(coversRole(everyRight, [1, 2, 3])).toBe(true);
    expect(untouchable(caller, { id: 'b', menuIds: [1101] })).toBe('beyond');
    expect(untouchable(caller, { id: 'b', menuIds: [9100] })).toBeNull();
  });
  it('never extends to the caller’s account, with any rights', () => {
    expect(untouchable(caller, { id: 'a', menuIds: [] })).toBe('own');
    expect(untouchable({ accountId: 'a', rights: everyRight }, { id: 'a', menuIds: [] })).toBe('own');
  });
});
