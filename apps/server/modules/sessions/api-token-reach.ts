import type { ApiTokenFamily, ApiTokenScope, Route } from '@voltloop/contract';

/** What an API token was given. */
export interface Reach {
  scope: ApiTokenScope;
  families: readonly ApiTokenFamily[];
}

/**
 * Families that a call belongs to, where either is enough; both are needed for `both`. What needs a right, and the search
 * of the back office, is the back office's; what names roles is the portal's. Imports serve both, by what is imported;
 * the rest, such as files and regions, is used everywhere.
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
 * Whether an API token may make this call, as far as the token goes; the account's role, rights and subtree are checked
 * after that, as for a session.
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
