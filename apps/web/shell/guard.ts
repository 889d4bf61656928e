import type { RouteMeta } from './route-meta.ts';

/** What the guard knows of the visitor: whether login data are stored, and the role id in them. */
export interface Visitor {
  signedIn: boolean;
  roleId: number | null;
}

export type Verdict = 'pass' | 'login' | 'deny';

/**
 * The route guard of specification section 2: public routes pass; every other needs login data; routes with the
 * permission-redirect marker pass after login; otherwise the role must be in the list, or in the route's exceptions
 * (section 6, decisions A16).
 */
export function guard(
  meta: Pick<RouteMeta, 'requireAuth' | 'permissionRedirect' | 'roles' | 'guardRoles'>,
  visitor: Visitor,
): Verdict {
  if (meta.requireAuth === false) return 'pass';
  if (!visitor.signedIn) return 'login';
  if (meta.permissionRedirect) return 'pass';
  const { roleId } = visitor;
  if (roleId === null) return 'deny';
  return meta.roles?.includes(roleId) || meta.guardRoles?.includes(roleId) ? 'pass' : 'deny';
}
