import { BACK_OFFICE_ROLE_START } from '@voltloop/contract/roles.ts';
import type { RouteMeta } from './route-meta.ts';
import { hasRight, type Who } from './who.ts';

/** The visitor: whether login data are stored, and the role and rights in them. */
export interface Visitor extends Who {
  signedIn: boolean;
}

export type Verdict = 'pass' | 'login' | 'deny';

/**
 * The route guard of specification section 2: public routes pass; every other needs login data; routes with the
 * permission-redirect marker pass after login; otherwise the role must be in the list, or in the route's exceptions
 * (section 6, interpretation A16), or must have the route's right.
 */
export function guard(
  meta: Pick<RouteMeta, 'requireAuth' | 'permissionRedirect' | 'roles' | 'guardRoles' | 'right' | 'staff'>,
  visitor: Visitor,
): Verdict {
  if (meta.requireAuth === false) return 'pass';
  if (!visitor.signedIn) return 'login';
  if (meta.permissionRedirect) return 'pass';
  const { roleId } = visitor;
  if (roleId === null) return 'deny';
  if (meta.staff && roleId >= BACK_OFFICE_ROLE_START) return 'pass';
  if (meta.right !== undefined && hasRight(visitor, meta.right)) return 'pass';
  return meta.roles?.includes(roleId) || meta.guardRoles?.includes(roleId) ? 'pass' : 'deny';
}
