import { trailOf } from '../context/match-path.ts';
import { isVisible } from '../context/menu.ts';
import type { RouteMeta } from '../context/route-meta.ts';
import type { Who } from '../context/who.ts';

export interface Crumb {
  /** Key in the catalogue `routes`, or the words themselves. */
  title?: string;
  words?: RouteMeta['words'];
  /** Where it leads; absent for groups and permission-redirect routes, which are plain text. */
  to?: string;
}

/** The menu item that a page lights up instead of its own: the first of them that `who` has in the menu. */
export function menuItemOf(siteMap: readonly RouteMeta[], page: RouteMeta, who: Who): string | undefined {
  return [page.activeMenu ?? []].flat().find((path) => {
    const trail = trailOf(siteMap, path);
    return trail.length > 0 && trail.every((meta) => isVisible(meta, who));
  });
}

/**
 * The breadcrumb of a page (specification section 2): only entries with a title, without those that say
 * `breadcrumb: false` and without the page itself, whose title is in the page's head. A hidden page hangs below the
 * menu item that it lights up; what `who` does not have in the menu is left out.
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
