import type { RouteMeta } from './route-meta.ts';

/** Whether `pathname` matches `path`, whose `:name` parts match any text without a slash. */
export function matchesPath(path: string, pathname: string): boolean {
  const pattern = path.split('/').filter(Boolean);
  const parts = pathname.split('/').filter(Boolean);
  return (
    pattern.length === parts.length &&
    pattern.every((part, index) => part.startsWith(':') || part === parts[index])
  );
}

/** The chain of entries from the top of the site map to the page at `pathname`; empty when there is none. */
export function trailOf(siteMap: readonly RouteMeta[], pathname: string): RouteMeta[] {
  for (const meta of siteMap) {
    if (meta.children) {
      const below = trailOf(meta.children, pathname);
      if (below.length) return [meta, ...below];
    } else if (matchesPath(meta.path, pathname)) return [meta];
  }
  return [];
}
