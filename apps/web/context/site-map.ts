import type { RouteMeta } from './route-meta.ts';

let inLayout: readonly RouteMeta[] = [];
let guarded: readonly RouteMeta[] = [];

/**
 * Sets the site map before the first page renders. It imports every page, so pages must read it from here and not from
 * `routes.tsx`.
 * @param map the pages inside the layout, in menu order
 * @param wide the pages that fill the window
 */
export function provideSiteMap(map: readonly RouteMeta[], wide: readonly RouteMeta[]): void {
  inLayout = map;
  guarded = [...map, ...wide];
}

export const siteMap = (): readonly RouteMeta[] => inLayout;

/** Every page that needs a sign-in. */
export const guardedPages = (): readonly RouteMeta[] => guarded;
