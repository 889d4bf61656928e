import {
  type AccountKind,
  END_USER_ROLE_ID,
  kindRules,
  kindsBelow,
  mayBeBelow,
  type PortalKind,
  roles,
  THIRD_LEVEL_DEALER_ROLE_ID,
} from '@voltloop/contract';

/** Pure rules of sub-accounts: kind and user name of a new one, state of an invitation. */

/**
 * The default role of a new sub-user (specification section 6, interpretation A26): an end user below an installer,
 * else the third-level dealer; but below a dealer, whose own kind is not allowed there, an installer.
 */
export function defaultRoleId(parentLevel: number): number {
  if (parentLevel === kindRules.installer.level) return END_USER_ROLE_ID;
  if (parentLevel === kindRules.company.level) return roles.installer;
  return THIRD_LEVEL_DEALER_ROLE_ID;
}

/**
 * The kind of a new account below `parent`: the given one, else the topmost of the role's kinds that is allowed there
 * (agent I and agent II share a role), else null.
 */
export function kindOfNew(
  parent: { kind: AccountKind; level: number },
  wanted: { kind?: PortalKind | undefined; roleIds?: readonly number[] | undefined },
): PortalKind | null {
  if (wanted.kind) return mayBeBelow(wanted.kind, parent.kind) ? wanted.kind : null;
  const roleId = wanted.roleIds?.[0] ?? defaultRoleId(parent.level);
  return kindsBelow(parent.kind).find((kind) => kindRules[kind].roleId === roleId) ?? null;
}

const USER_NAME_MAX = 16;
const USER_NAME_MIN = 6;

/**
 * A user name for a person who chose none: the name if valid, else the letters and digits before the @.
 * @param taken Lower-case user names that are in use.
 */
export function userNameFor(name: string, email: string, taken: ReadonlySet<string>): string {
  const plain = (text: string) => text.replace(/[^A-Za-z0-9_]/g, '').replace(/^[^A-Za-z]+/, '');
  const base =
    (/^[A-Za-z][A-Za-z0-9_]{5,15}$/.test(name) ? name : plain(email.split('@')[0] ?? '')) || 'user';
  const stem = base.padEnd(USER_NAME_MIN, '0').slice(0, USER_NAME_MAX);
  if (!taken.has(stem.toLowerCase())) return stem;
  for (let n = 2; ; n++) {
    const candidate = stem.slice(0, USER_NAME_MAX - String(n).length) + n;
    if (!taken.has(candidate.toLowerCase())) return candidate;
  }
}

/** Whether an invitation can still be used, else the first reason of: withdrawn, used up, expired. */
export function invitationState(
  v: { uses: number; maxUses: number; expiresAt: Date; revokedAt: Date | null },
  now: Date,
): 'open' | 'used' | 'expired' | 'revoked' {
  if (v.revokedAt !== null) return 'revoked';
  if (v.uses >= v.maxUses) return 'used';
  return v.expiresAt <= now ? 'expired' : 'open';
}
