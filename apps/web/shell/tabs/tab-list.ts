import { guard } from '../../context/guard.ts';
import { trailOf } from '../../context/match-path.ts';
import { pagesOf } from '../../context/menu.ts';
import type { RouteMeta } from '../../context/route-meta.ts';
import type { Who } from '../../context/who.ts';

/** A visited page in the tab strip. Paths are unique: another query is the same tab. */
export interface Tab {
  path: string;
  /** Query and hash of the last visit, with `?` and `#`. */
  search: string;
  /** The page's own name, e.g. a device's id; otherwise the route's title is used. */
  text?: string;
}

/** The input of the strip's rules: the site map and the account. */
export interface Site {
  siteMap: readonly RouteMeta[];
  who: Who;
}

export function metaOf(site: Site, path: string): RouteMeta | undefined {
  return trailOf(site.siteMap, path).at(-1);
}

/** Whether a page stays in the strip for this role (interpretation B29). */
export function isAffix(meta: RouteMeta | undefined, roleId: number | null): boolean {
  if (!meta?.affix || roleId === null) return false;
  return meta.affix === true ? (meta.roles?.includes(roleId) ?? false) : meta.affix.includes(roleId);
}

/** The full URL of a tab. */
export const addressOf = (tab: Tab): string => tab.path + tab.search;

/**
 * The initial tabs: every affix page of the role, even unvisited, then the saved ones, without pages that the account
 * may not open (any more).
 */
export function startTabs(site: Site, former: readonly Tab[]): Tab[] {
  const affix = pagesOf(site.siteMap)
    .filter((meta) => isAffix(meta, site.who.roleId) && !meta.path.includes(':'))
    .map((meta) => former.find((tab) => tab.path === meta.path) ?? { path: meta.path, search: '' });
  const rest = former.filter((tab, index) => {
    const meta = metaOf(site, tab.path);
    return (
      meta?.page &&
      guard(meta, { signedIn: true, ...site.who }) === 'pass' &&
      !affix.some((each) => each.path === tab.path) &&
      former.findIndex((each) => each.path === tab.path) === index
    );
  });
  return [...affix, ...rest];
}

/** Adds the tab of a visited page, or stores the new query in the existing one. */
export function visit(tabs: readonly Tab[], path: string, search: string): readonly Tab[] {
  const known = tabs.find((tab) => tab.path === path);
  if (!known) return [...tabs, { path, search }];
  return known.search === search ? tabs : tabs.map((tab) => (tab === known ? { ...tab, search } : tab));
}

/** Tabs in the strip, unless more of them must stay. */
export const MOST_TABS = 20;

/** The tabs that close because there are too many: the first opened ones of those that need not stay. */
export const surplus = (tabs: readonly Tab[], stays: (path: string) => boolean): string[] =>
  tabs
    .map((tab) => tab.path)
    .filter((path) => !stays(path))
    .slice(0, Math.max(0, tabs.length - MOST_TABS));

/** Which tabs an entry of the context menu closes, and where to navigate; without `to` the page stays. */
export interface Closing {
  paths: string[];
  to?: string;
}

/** Close: if the tab is active, goes to the last remaining tab, otherwise to `/`. */
export function closingOne(tabs: readonly Tab[], site: Site, path: string, active: string): Closing {
  if (isAffix(metaOf(site, path), site.who.roleId)) return { paths: [] };
  if (path !== active) return { paths: [path] };
  const last = tabs.filter((tab) => tab.path !== path).at(-1);
  return { paths: [path], to: last ? addressOf(last) : '/' };
}

/** Close others: keeps the affix tabs and the clicked one, which becomes active. */
export function closingOthers(tabs: readonly Tab[], site: Site, path: string, active: string): Closing {
  const paths = tabs
    .filter((tab) => tab.path !== path && !isAffix(metaOf(site, tab.path), site.who.roleId))
    .map((tab) => tab.path);
  const kept = tabs.find((tab) => tab.path === path);
  return { paths, ...(kept && path !== active ? { to: addressOf(kept) } : {}) };
}

/** Close all but the affix tabs: stays if possible, otherwise goes to the clicked or last affix tab, otherwise to `/`. */
export function closingAll(tabs: readonly Tab[], site: Site, path: string, active: string): Closing {
  const stays = (tab: Tab) => isAffix(metaOf(site, tab.path), site.who.roleId);
  const affix = tabs.filter(stays);
  const paths = tabs.filter((tab) => !stays(tab)).map((tab) => tab.path);
  if (affix.some((tab) => tab.path === active)) return { paths };
  const target = affix.find((tab) => tab.path === path) ?? affix.at(-1);
  return { paths, to: target ? addressOf(target) : '/' };
}
