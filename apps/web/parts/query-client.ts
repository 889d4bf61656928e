import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/errors.ts';
import { notifyError } from './notify-error.ts';

/**
 * The cache of what the server said. A failed first load is shown in place by its page; a failed reload under figures
 * that stay, and a failed change, show the warning toast, unless `meta.silent` says that the page does it.
 */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (query.state.data !== undefined && !query.meta?.silent) notifyError(error);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (!mutation.meta?.silent) notifyError(error);
      },
    }),
    defaultOptions: {
      // Without a network a change fails at once and visibly; it must not be sent later automatically.
      mutations: { networkMode: 'always' },
      queries: {
        staleTime: 15_000,
        gcTime: 10 * 60_000,
        refetchOnWindowFocus: true,
        retry: (failures, error) =>
          failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 500),
      },
    },
  });
}

/** Undefined before anything is fetched ahead, null once a page has begun. */
let ahead: { userId: string; client: QueryClient } | null | undefined;

/** The cache with which the first page of this account will begin, to fetch into; null once a page has begun. */
export function queriesAhead(userId: string): QueryClient | null {
  if (ahead === undefined) ahead = { userId, client: makeQueryClient() };
  return ahead?.userId === userId ? ahead.client : null;
}

/** The cache of a session that begins: with what was fetched ahead for this account, otherwise empty. */
export const beginQueries = (userId: string | undefined): QueryClient =>
  ahead && ahead.userId === userId ? ahead.client : makeQueryClient();

/** The first page is shown: the sessions after it begin with an empty cache. */
export function endQueriesAhead(): void {
  ahead = null;
}
