import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/errors.ts';
import { notifyError } from '../toast/notify-error.ts';

/**
 * The cache of server data. A failed first load is shown by its page; a failed reload, or a failed change, shows the
 * warning toast, unless the page handles it (`meta.silent`).
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

/** Undefined before anything is prefetched, null once a page has been shown. */
let ahead: { userId: string; client: QueryClient } | null | undefined;

/** The cache of this account's first page, for prefetching; null once a page has been shown. */
export function queriesAhead(userId: string): QueryClient | null {
  if (ahead === undefined) ahead = { userId, client: makeQueryClient() };
  return ahead?.userId === userId ? ahead.client : null;
}

/** The cache of a new session: with the data prefetched for this account, otherwise empty. */
export const beginQueries = (userId: string | undefined): QueryClient =>
  ahead && ahead.userId === userId ? ahead.client : makeQueryClient();

/** Called once the first page is shown: later sessions start with an empty cache. */
export function endQueriesAhead(): void {
  ahead = null;
}
