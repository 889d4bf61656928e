import type { Rights } from '../../platform/ctx.ts';

/** Pure rules of the back office's staff: who may touch whom. */

/**
 * Whether somebody may give a role, or touch an account that has it: only with every right of the role. Otherwise a new
 * password for a superior's account, or a role of more rights, would be a way to rights one has not.
 */
export function coversRole(rights: Rights, menuIds: readonly number[]): boolean {
  return menuIds.every((id) => rights.has(id));
}

/** Why the caller may not change one of the staff; null when they may. */
export function untouchable(
  caller: { accountId: string; rights: Rights },
  member: { id: string; menuIds: readonly number[] },
): 'own' | 'beyond' | null {
  // Its own it changes on its own page; so nobody locks, deletes or demotes themselves.
  if (member.id === caller.accountId) return 'own';
  return coversRole(caller.rights, member.menuIds) ? null : 'beyond';
}
