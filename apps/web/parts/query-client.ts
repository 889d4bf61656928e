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
      // Without a network a change is refused at once, and seen to be; it must not go out later by itself.
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
