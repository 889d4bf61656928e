import { BACK_OFFICE_ROLE_START } from '@voltloop/contract/roles.ts';
import { trailOf } from './match-path.ts';
import { homeOf } from './menu.ts';
import type { RouteMeta } from './route-meta.ts';
import type { Who } from './who.ts';

/** The portal, and the back office of the recycling business: two menus in one console. */
export type Family = 'portal' | 'backoffice';

/** Whether an account has access to the back office only. */
export const isStaff = ({ roleId }: Pick<Who, 'roleId'>): boolean =>
  roleId !== null && roleId >= BACK_OFFICE_ROLE_START;

/** A family's part of the site map. */
export function mapOf(siteMap: readonly RouteMeta[], family: Family): RouteMeta[] {
  return siteMap.filter((meta) => (meta.family ?? 'portal') === family);
}

/**
 * The menu beside a page: that of its family; for a shared page, or none, the `former` one.
 * An account with access to one family always gets that one.
 */
export function familyOf(
  siteMap: readonly RouteMeta[],
  pathname: string,
  who: Who,
  former: Family | null,
): Family {
  if (isStaff(who)) return 'backoffice';
  if (homeOf(mapOf(siteMap, 'backoffice'), who) === null) return 'portal';
  const page = trailOf(siteMap, pathname).at(-1);
  if (page && !page.staff) return page.family ?? 'portal';
  return former ?? 'portal';
}

/** The families that an account may enter, each with its first page; empty without any page. */
export function familiesOf(siteMap: readonly RouteMeta[], who: Who): { family: Family; home: string }[] {
  return (['portal', 'backoffice'] as const).flatMap((family) => {
    const home = homeOf(mapOf(siteMap, family), who);
    return home === null ? [] : [{ family, home }];
  });
}

/**
 * The language of a page (interpretation D01): the account's choice, otherwise the choice in this browser, otherwise
 * Chinese in the back office and English in the portal.
 */
export function languageOf(
  family: Family,
  account: 'en' | 'zh' | null,
  browser: 'en' | 'zh' | null,
): 'en' | 'zh' {
  return account ?? browser ?? (family === 'backoffice' ? 'zh' : 'en');
}
