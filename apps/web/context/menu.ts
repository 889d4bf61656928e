import { guard } from './guard.ts';
import { trailOf } from './match-path.ts';
import type { RouteMeta } from './route-meta.ts';
import { hasRight, type Who } from './who.ts';

/** An entry of the side menu: a page, or a group of pages. */
export interface MenuItem {
  meta: RouteMeta;
  children: MenuItem[];
}

/** Whether a menu entry is external: it opens in a new window. */
export function isExternal(path: string): boolean {
  return /^(https?:|mailto:|tel:)/.test(path);
}

/**
 * Whether an item is in the menu (specification section 2): not hidden, and public or, without a
 * permission-redirect marker, with the user's role in its list or with the user having its right. An item without its
 * own meta (no title) is hidden.
 */
export function isVisible(meta: RouteMeta, who: Who): boolean {
  if (meta.hidden || !(meta.title || meta.words)) return false;
  if (meta.requireAuth === false) return true;
  if (meta.permissionRedirect || who.roleId === null) return false;
  if (meta.right !== undefined && hasRight(who, meta.right)) return true;
  if (meta.children && meta.right === undefined && !meta.roles) return true;
  return meta.roles?.includes(who.roleId) ?? false;
}

/**
 * The menu of a user. A group with exactly one visible child is replaced by that child, unless `alwaysShow`; a group
 * without children is omitted.
 */
export function menuOf(siteMap: readonly RouteMeta[], who: Who): MenuItem[] {
  const items: MenuItem[] = [];
  for (const meta of siteMap) {
    if (!isVisible(meta, who)) continue;
    if (!meta.children) {
      items.push({ meta, children: [] });
      continue;
    }
    const children = menuOf(meta.children, who);
    const [only] = children;
    if (children.length === 1 && only && !meta.alwaysShow && only.children.length === 0)
      items.push({ meta: { ...only.meta, icon: only.meta.icon ?? meta.icon }, children: [] });
    else if (children.length > 0) items.push({ meta, children });
  }
  return items;
}

/** All pages of the site map, without groups, in table order. */
export function pagesOf(siteMap: readonly RouteMeta[]): RouteMeta[] {
  return siteMap.flatMap((meta) => (meta.children ? pagesOf(meta.children) : [meta]));
}

/** The target of `/`: the first page of the menu (interpretation B01); null when it has none. */
export function homeOf(siteMap: readonly RouteMeta[], who: Who): string | null {
  for (const { meta, children } of menuOf(siteMap, who)) {
    if (meta.page) return meta.path;
    const child = children.find((each) => each.meta.page);
    if (child) return child.meta.path;
  }
  return null;
}

/** Whether the guard allows `pathname`: links that it would deny are not shown (interpretation A20). */
export function mayOpen(siteMap: readonly RouteMeta[], pathname: string, who: Who): boolean {
  const page = trailOf(siteMap, pathname).at(-1);
  return page !== undefined && guard(page, { signedIn: true, ...who }) === 'pass';
}
