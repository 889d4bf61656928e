import { type QueryClient, QueryObserver } from '@tanstack/react-query';

/**
 * Pins the active queries in the cache without refetching them: a page that returns after an hour in the background
 * must find its data, or it would start over and lose typed input. Returns the function that unpins them.
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
