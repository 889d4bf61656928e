import { type PortalKind, portalKinds } from '@voltloop/contract/calls/users.ts';
import { type AccountKind, kindRules } from '@voltloop/contract/roles.ts';

/** The kinds that may stand below an account, topmost first: those of a lower level (decisions A26). */
export function kindsBelow(kind: AccountKind): PortalKind[] {
  if (kind === 'staff') return [];
  return portalKinds.filter((each) => kindRules[each].level > kindRules[kind].level);
}

/** Whether an account could stand directly below another one. */
export function mayStandBelow(kind: AccountKind, parent: AccountKind): boolean {
  if (kind === 'staff') return parent === 'main';
  return parent !== 'staff' && kindRules[kind].level > kindRules[parent].level;
}
