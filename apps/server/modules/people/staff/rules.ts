import type { Rights } from '../../../platform/ctx.ts';

/** Pure rules of the back office's staff: which accounts a caller may change. */

/**
 * Whether a caller may assign a role, or change an account that has it: only with every right of the role. Otherwise
 * a new password for a superior's account, or a role with more rights, would allow privilege escalation.
 */
export function coversRole(rights: Rights, menuIds: readonly number[]): boolean {
  return menuIds.every((id) => rights.has(id));
}

/** Why the caller may not change a staff account; null when they may. */
export function untouchable(
  caller: { accountId: string; rights: Rights },
  member: { id: string; menuIds: readonly number[] },
): 'own' | 'beyond' | null {
  // The caller's account is changed on its own page, so that no one locks, deletes or demotes themselves.
  if (member.id === caller.accountId) return 'own';
  return coversRole(caller.rights, member.menuIds) ? null : 'beyond';
}
