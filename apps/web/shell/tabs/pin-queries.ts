import { type QueryClient, QueryObserver } from '@tanstack/react-query';

/**
 * Holds what is being shown now in the cache, without ever asking for it again: a page that comes back after an hour
 * in the background must find its data, or it would start over and lose what was typed into it. Returns the release.
 */
export function pinQueries(client: QueryClient): () => void {
  const releases = client
    .getQueryCache()
    .findAll({ type: 'active' })
    .map((query) =>
      new QueryObserver(client, { queryKey: query.queryKey, enabled: false, gcTime: query.gcTime }).subscribe(
        () => {},
      ),
    );
  return () => {
    for (const release of releases) release();
  };
}
