/** The fixed role ids 0-5 (interpretations B02, A23) and the first id of custom back-office roles (B37). */
export const roles = {
  mainAccount: 0,
  factory: 1,
  administrator: 2,
  companyAdmin: 3,
  installer: 4,
  endUser: 5,
} as const;

export const BACK_OFFICE_ROLE_START = 100;
export const END_USER_ROLE_ID = 5;
export const THIRD_LEVEL_DEALER_ROLE_ID = 3;

export const accountKinds = [
  'main',
  'factory',
  'agent1',
  'agent2',
  'company',
  'installer',
  'enduser',
  'staff',
] as const;
export type AccountKind = (typeof accountKinds)[number];

/** Level and role id of each kind of account (interpretation A23). Staff are outside the portal's levels. */
export const kindRules: Record<AccountKind, { level: number; roleId: number }> = {
  main: { level: 1, roleId: 0 },
  factory: { level: 2, roleId: 1 },
  agent1: { level: 3, roleId: 2 },
  agent2: { level: 4, roleId: 2 },
  company: { level: 5, roleId: 3 },
  installer: { level: 6, roleId: 4 },
  enduser: { level: 7, roleId: 5 },
  staff: { level: 1, roleId: BACK_OFFICE_ROLE_START },
};

/**
 * The level helper of the specification, unchanged: level 1 gives 0, 2 gives 1, 3 gives 2, 4 gives 3, 5 gives 4, 6
 * and above give 5. Only used if an account has no explicit role id (interpretations A23, D03).
 */
export function roleIndexOfLevel(level: number): number {
  return Math.min(Math.max(Math.trunc(level), 1), 6) - 1;
}

/** The second helper of the specification: 0 for level 1, else 1 (interpretation A24). */
export function roleRenonOfLevel(level: number): 0 | 1 {
  return level === 1 ? 0 : 1;
}

/** Positions in the chain of accounts, topmost first. */
const rank: Record<AccountKind, number> = {
  main: 0,
  factory: 1,
  agent1: 2,
  agent2: 3,
  company: 4,
  installer: 5,
  enduser: 6,
  staff: 7,
};

/**
 * Whether an account of `child` kind may be directly below one of `parent` kind (interpretation A26): any kind
 * further down the chain may be. Staff are directly below the main account and have no accounts below them.
 */
export function mayBeBelow(child: AccountKind, parent: AccountKind): boolean {
  if (parent === 'staff') return false;
  if (child === 'staff') return parent === 'main';
  return rank[child] > rank[parent];
}
