import { trailOf } from '../context/match-path.ts';
import type { RouteMeta } from '../context/route-meta.ts';

export interface Crumb {
  /** Key in the catalogue `routes`, or the words themselves. */
  title?: string;
  words?: RouteMeta['words'];
  /** Where it leads; absent for groups and permission-redirect routes, which are plain text. */
  to?: string;
}

/**
 * The breadcrumb of a page (specification section 2, decisions A48): only entries with a title, without those that
 * say `breadcrumb: false` and without the page itself, whose title stands in the page's head. A hidden page hangs
 * below the menu item that it lights up.
 */
export function breadcrumbOf(siteMap: readonly RouteMeta[], pathname: string): Crumb[] {
  const trail = trailOf(siteMap, pathname);
  const page = trail.at(-1);
  if (!page) return [];
  const above = trail.slice(0, -1);
  if (page.activeMenu) {
    const parent = trailOf(siteMap, page.activeMenu).at(-1);
    if (parent && !above.includes(parent)) above.push(parent);
  }
  return above
    .filter((meta) => (meta.title ?? meta.words) !== undefined && meta.breadcrumb !== false)
    .map((meta) => ({
      ...(meta.words ? { words: meta.words } : {}),
      ...(meta.title ? { title: meta.title } : {}),
      ...(meta.page && !meta.permissionRedirect && !meta.path.includes(':') ? { to: meta.path } : {}),
    }));
}
