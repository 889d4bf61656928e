import type { ApiTokenFamily, ApiTokenScope, Route } from '@voltloop/contract';

/** The access and the families of an API token. */
export interface Reach {
  scope: ApiTokenScope;
  families: readonly ApiTokenFamily[];
}

/**
 * Families that a call belongs to; one of them is enough, except that `both` needs both. Calls that need a right and
 * the search belong to the back office, calls that name roles to the portal. Imports serve both, depending on what is
 * imported. All other calls, such as files and regions, are shared.
 */
export function familyOf({
  access,
  path,
}: Pick<Route, 'access' | 'path'>): ApiTokenFamily | 'either' | 'both' {
  if (typeof access === 'object' && 'right' in access) return 'backoffice';
  if (path.startsWith('/v1/backoffice/')) return 'backoffice';
  if (access !== 'session') return 'portal';
  return path.startsWith('/v1/imports/') ? 'both' : 'either';
}

/**
 * Whether an API token may make this call. Role, rights and subtree of the account are checked afterwards, as for a
 * session.
 */
export function reaches(
  { scope, families }: Reach,
  route: Pick<Route, 'access' | 'path' | 'method' | 'apiToken'>,
): boolean {
  if (route.apiToken === false) return false;
  if (scope === 'read' && route.method !== 'GET') return false;
  const family = familyOf(route);
  if (family === 'either') return true;
  const needed = family === 'both' ? (['portal', 'backoffice'] as const) : [family];
  return needed.every((each) => families.includes(each));
}
