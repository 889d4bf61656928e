import { create } from 'zustand';
import { onSessionEnd } from '../../api/session.ts';
import { siteMap } from '../../context/site-map.ts';
import type { Who } from '../../context/who.ts';
import { unsavedForms } from '../../ui/index.ts';
import { type Closing, isAffix, metaOf, type Site, startTabs, surplus, type Tab, visit } from './tab-list.ts';

interface TabsState {
  /** The account that the tabs belong to; empty before sign-in. */
  userId: string;
  who: Who;
  tabs: readonly Tab[];
  /** Tabs that close as soon as the next page is shown. */
  closing: readonly string[];
  /** How often a path was closed or refreshed: a page with another version is a new one. */
  versions: Readonly<Record<string, number>>;
}

/** In session storage, so that each window has its own tabs and a reload keeps them. */
const STORED = 'voltloop.tabs';
const empty = { userId: '', who: { roleId: null, rights: [] }, tabs: [], closing: [], versions: {} };

/** The visited pages of the signed-in account (the specification's state area `tagsView`). */
export const useTabs = create<TabsState>(() => empty);

function stored(userId: string): Pick<TabsState, 'tabs' | 'versions'> {
  try {
    const kept = JSON.parse(sessionStorage.getItem(STORED) ?? 'null') as TabsState | null;
    if (kept?.userId === userId && Array.isArray(kept.tabs)) {
      const tabs = kept.tabs.filter(
        (tab) =>
          typeof tab?.path === 'string' &&
          typeof tab.search === 'string' &&
          ['string', 'undefined'].includes(typeof tab.text),
      );
      return { tabs, versions: { ...kept.versions } };
    }
  } catch {
    // Not ours, or truncated: start over.
  }
  return { tabs: [], versions: {} };
}

useTabs.subscribe(({ userId, tabs, versions }) => {
  try {
    if (userId) sessionStorage.setItem(STORED, JSON.stringify({ userId, tabs, versions }));
    else sessionStorage.removeItem(STORED);
  } catch {
    // Storage is full or forbidden: the tabs live as long as the page.
  }
});
onSessionEnd(() => useTabs.setState(empty));

/** The input of the strip's rules. */
export function siteOf({ who }: Pick<TabsState, 'who'>): Site {
  return { siteMap: siteMap(), who };
}

/** Restores the tabs of an account, with its affix tabs in front and without those it may no longer open. */
export function openTabsOf(userId: string, who: Who): void {
  const now = useTabs.getState();
  if (now.userId === userId && now.who.roleId === who.roleId && now.who.rights === who.rights) return;
  const former = now.userId === userId ? now : stored(userId);
  useTabs.setState({
    userId,
    who,
    tabs: startTabs({ siteMap: siteMap(), who }, former.tabs),
    versions: former.versions,
    closing: [],
  });
}

/**
 * A page is shown: adds its tab if it is in the site map, and closes the tabs that waited for this and, without unsaved
 * input, those above the limit.
 */
export function arrive(path: string, search: string): void {
  const state = useTabs.getState();
  const { tabs, closing, versions } = state;
  const site = siteOf(state);
  const left = closing.length ? tabs.filter((tab) => !closing.includes(tab.path)) : tabs;
  const visited = metaOf(site, path)?.page ? visit(left, path, search) : left;
  const stays = (each: string) =>
    each === path ||
    isAffix(metaOf(site, each), site.who.roleId) ||
    unsavedForms(pageKeyOf(each, versions)).length > 0;
  const above = surplus(visited, stays);
  const closed = [...closing, ...above];
  useTabs.setState({
    tabs: above.length ? visited.filter((tab) => !above.includes(tab.path)) : visited,
    closing: [],
    versions: closed.length ? bumped(versions, closed) : versions,
  });
}

/**
 * Closes tabs. When that needs a navigation, they close when the next page is shown, so that the closing page is not
 * rebuilt for a moment. `go` navigates to a URL.
 */
export function close({ paths, to }: Closing, go: (to: string) => void): void {
  if (to === undefined) {
    useTabs.setState(({ tabs, versions }) => ({
      tabs: tabs.filter((tab) => !paths.includes(tab.path)),
      versions: bumped(versions, paths),
    }));
    return;
  }
  useTabs.setState({ closing: paths });
  go(to);
}

/** Resets the page of a path at its next visit; other pages stay as they are. */
export function renew(paths: readonly string[]): void {
  useTabs.setState(({ versions }) => ({ versions: bumped(versions, paths) }));
}

/** Sets the page's own name in its tab. */
export function setTabText(path: string, text: string): void {
  const { tabs } = useTabs.getState();
  if (!tabs.some((tab) => tab.path === path && tab.text !== text)) return;
  useTabs.setState({ tabs: tabs.map((tab) => (tab.path === path ? { ...tab, text } : tab)) });
}

/** The key of a page in memory, and of its scroll position. */
export function pageKeyOf(path: string, versions = useTabs.getState().versions): string {
  return `${path}#${versions[path] ?? 0}`;
}

function bumped(versions: TabsState['versions'], paths: readonly string[]): TabsState['versions'] {
  const next: Record<string, number> = { ...versions };
  for (const path of paths) next[path] = (next[path] ?? 0) + 1;
  return next;
}
