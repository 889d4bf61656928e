import type { ReactNode } from 'react';
import type { Location } from 'react-router';

/** A page kept in memory: visible, or hidden behind another tab. */
export interface KeptPage {
  /** Path and version of the tab; another version is a new page. */
  key: string;
  path: string;
  /** The page's own location: that of its last visit, whichever page is visible. */
  location: Location;
  outlet: ReactNode;
  /** Increases with each visit. */
  used: number;
}

export interface KeepRules {
  /** Maximum number of non-exempt pages kept, including the visible one. */
  limit: number;
  /** Whether a hidden page may be kept at all. */
  mayKeep: (page: KeptPage) => boolean;
  /** Whether a page must not be dropped because of the limit: affix tabs, unsaved changes. */
  exempt: (page: KeptPage) => boolean;
}

const sameAddress = (a: Location, b: Location) =>
  a.pathname === b.pathname && a.search === b.search && a.hash === b.hash && a.state === b.state;

/**
 * The pages to keep after `shown` has come to the front; the least recently used are dropped. The order never changes,
 * so that no element of a hidden page is moved in the document. Returns `pages` itself when nothing changes.
 */
export function retainPages(
  pages: readonly KeptPage[],
  shown: Omit<KeptPage, 'used'>,
  rules: KeepRules,
): readonly KeptPage[] {
  const newest = Math.max(0, ...pages.map((page) => page.used));
  const known = pages.find((page) => page.key === shown.key);
  // An equal location keeps its object, so that a returning page does not rerender.
  const location = known && sameAddress(known.location, shown.location) ? known.location : shown.location;
  const current: KeptPage =
    known && known.used === newest && known.location === location && known.outlet === shown.outlet
      ? known
      : { ...shown, location, used: known?.used === newest ? newest : newest + 1 };
  const keepable = pages.filter((page) => page.key === shown.key || rules.mayKeep(page));
  const droppable = keepable
    .filter((page) => page.key !== shown.key && !rules.exempt(page))
    .sort((a, b) => b.used - a.used)
    .slice(Math.max(0, rules.limit - 1));
  const next = keepable
    .filter((page) => !droppable.includes(page))
    .map((page) => (page.key === shown.key ? current : page));
  if (!known) next.push(current);
  return next.length === pages.length && next.every((page, index) => page === pages[index]) ? pages : next;
}
