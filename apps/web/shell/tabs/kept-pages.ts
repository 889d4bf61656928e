import type { ReactNode } from 'react';
import type { Location } from 'react-router';

/** A page that is held in memory: shown, or hidden behind another tab. */
export interface KeptPage {
  /** Path and version of the tab; another version is a new page. */
  key: string;
  path: string;
  /** The page's own address: that of its last visit, whatever is shown now. */
  location: Location;
  outlet: ReactNode;
  /** Rises with each visit. */
  used: number;
}

export interface KeepRules {
  /** How many pages that may be dropped are held, the shown one included. */
  limit: number;
  /** Whether a page that is not shown may be held at all. */
  mayKeep: (page: KeptPage) => boolean;
  /** Whether a page must not be dropped for want of room: affix tabs, unsaved changes. */
  exempt: (page: KeptPage) => boolean;
}

const sameAddress = (a: Location, b: Location) =>
  a.pathname === b.pathname && a.search === b.search && a.hash === b.hash && a.state === b.state;

/**
 * The pages to hold after `shown` has come to the front: least recently used go first. Order never changes, so that no
 * element of a hidden page is moved in the document. Returns `pages` itself when nothing changes.
 */
export function retainPages(
  pages: readonly KeptPage[],
  shown: Omit<KeptPage, 'used'>,
  rules: KeepRules,
): readonly KeptPage[] {
  const newest = Math.max(0, ...pages.map((page) => page.used));
  const known = pages.find((page) => page.key === shown.key);
  // The same address again is the same place: a returning page need not notice that it was hidden.
  const location = known && sameAddress(known.location, shown.location) ? known.location : shown.location;
  const current: KeptPage =
    known && known.used === newest && known.location === location && known.outlet === shown.outlet
      ? known
      : { ...shown, location, used: known?.used === newest ? newest : newest + 1 };
  const held = pages.filter((page) => page.key === shown.key || rules.mayKeep(page));
  const droppable = held
    .filter((page) => page.key !== shown.key && !rules.exempt(page))
    .sort((a, b) => b.used - a.used)
    .slice(Math.max(0, rules.limit - 1));
  const next = held
    .filter((page) => !droppable.includes(page))
    .map((page) => (page.key === shown.key ? current : page));
  if (!known) next.push(current);
  return next.length === pages.length && next.every((page, index) => page === pages[index]) ? pages : next;
}
