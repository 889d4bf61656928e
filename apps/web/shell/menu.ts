import { guard } from './guard.ts';
import { trailOf } from './match-path.ts';
import type { RouteMeta } from './route-meta.ts';

/** An entry of the side menu: a page, or a group of pages. */
export interface MenuItem {
  meta: RouteMeta;
  children: MenuItem[];
}

/** Whether a menu entry leads out of the console: it opens in a window of its own. */
export function isExternal(path: string): boolean {
  return /^(https?:|mailto:|tel:)/.test(path);
}

/**
 * Whether an item stands in the menu (specification section 2): not hidden, and public or, without a
 * permission-redirect marker, with the user's role in its list. An item without meta of its own (no title) is hidden.
 */
export function isVisible(meta: RouteMeta, roleId: number | null): boolean {
  if (meta.hidden || !meta.title) return false;
  if (meta.requireAuth === false) return true;
  return !meta.permissionRedirect && roleId !== null && (meta.roles?.includes(roleId) ?? false);
}

/**
 * The menu of a role. A group with exactly one visible child shows that child as a leaf, unless `alwaysShow`; a group
 * without any is left out.
 */
export function menuOf(siteMap: readonly RouteMeta[], roleId: number | null): MenuItem[] {
  const items: MenuItem[] = [];
  for (const meta of siteMap) {
    if (!isVisible(meta, roleId)) continue;
    if (!meta.children) {
      items.push({ meta, children: [] });
      continue;
    }
    const children = menuOf(meta.children, roleId);
    const [only] = children;
    if (children.length === 1 && only && !meta.alwaysShow && only.children.length === 0)
      items.push({ meta: { ...only.meta, icon: only.meta.icon ?? meta.icon }, children: [] });
    else if (children.length > 0) items.push({ meta, children });
  }
  return items;
}

/** All pages of the site map, groups left out, in table order. */
export function pagesOf(siteMap: readonly RouteMeta[]): RouteMeta[] {
  return siteMap.flatMap((meta) => (meta.children ? pagesOf(meta.children) : [meta]));
}

/** Where `/` sends a role: the first page of its menu (decisions B01); null when it has none. */
export function homeOf(siteMap: readonly RouteMeta[], roleId: number | null): string | null {
  for (const { meta, children } of menuOf(siteMap, roleId)) {
    if (meta.page) return meta.path;
    const child = children.find((each) => each.meta.page);
    if (child) return child.meta.path;
  }
  return null;
}

/** Whether the guard lets a role open `pathname`: no link is offered that it would refuse (decisions A20). */
export function mayOpen(siteMap: readonly RouteMeta[], pathname: string, roleId: number | null): boolean {
  const page = trailOf(siteMap, pathname).at(-1);
  return page !== undefined && guard(page, { signedIn: true, roleId }) === 'pass';
}
