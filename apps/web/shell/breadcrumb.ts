import { trailOf } from '../context/match-path.ts';
import { isVisible } from '../context/menu.ts';
import type { RouteMeta } from '../context/route-meta.ts';
import type { Who } from '../context/who.ts';

export interface Crumb {
  /** Key in the catalogue `routes`, or the literal title. */
  title?: string;
  words?: RouteMeta['words'];
  /** The link; absent for groups and permission-redirect routes, which are plain text. */
  to?: string;
}

/** The menu item that a hidden page highlights: the first of its candidates in the menu of `who`. */
export function menuItemOf(siteMap: readonly RouteMeta[], page: RouteMeta, who: Who): string | undefined {
  return [page.activeMenu ?? []].flat().find((path) => {
    const trail = trailOf(siteMap, path);
    return trail.length > 0 && trail.every((meta) => isVisible(meta, who));
  });
}

/**
 * The breadcrumb of a page (specification section 2): only entries with a title, without those with `breadcrumb: false`
 * and without the page itself, whose title is the heading. A hidden page appears below the menu item that it
 * highlights; entries that are not in the menu of `who` are omitted.
 */
export function breadcrumbOf(siteMap: readonly RouteMeta[], pathname: string, who: Who): Crumb[] {
  const trail = trailOf(siteMap, pathname);
  const page = trail.at(-1);
  if (!page) return [];
  const above = trail.slice(0, -1);
  const item = menuItemOf(siteMap, page, who);
  const parent = item && trailOf(siteMap, item).at(-1);
  if (parent && !above.includes(parent)) above.push(parent);
  return above
    .filter((meta) => meta.permissionRedirect || isVisible(meta, who))
    .filter((meta) => (meta.title ?? meta.words) !== undefined && meta.breadcrumb !== false)
    .map((meta) => ({
      ...(meta.words ? { words: meta.words } : {}),
      ...(meta.title ? { title: meta.title } : {}),
      ...(meta.page && !meta.permissionRedirect && !meta.path.includes(':') ? { to: meta.path } : {}),
    }));
}
