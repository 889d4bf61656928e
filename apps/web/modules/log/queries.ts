/** The server queries of the log, as TanStack Query options. */

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { findLogById, findLogPage, logFacets, logHead } from '@voltloop/contract/calls/log.ts';
import type { logList } from '@voltloop/contract/lists/log.list.ts';
import { registry } from '@voltloop/resources/registry.ts';
import { call } from '../../api/call.ts';
import type { ListPlace } from '../../ui/list/use-list-place.ts';

const LOG = 'log';

export const logPage = ({ wanted, view }: ListPlace<typeof logList>) =>
  queryOptions({
    queryKey: [LOG, 'page', wanted, view.page, view.size],
    staleTime: 5_000,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(findLogPage, { query: { ...wanted, page: view.page, size: view.size }, signal }),
  });

/** One row, with the declaration of its object's resource, if any. */
export const logRow = (seq: number) =>
  queryOptions({
    queryKey: [LOG, 'row', seq],
    // Never from the cache: the investigation of a broken chain needs the stored state.
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const row = await call(findLogById, { query: { seq }, signal });
      const resource = await registry[row.objectType ?? '']?.load();
      return { row, resource: resource ?? null };
    },
  });

export const facets = queryOptions({
  queryKey: [LOG, 'facets'],
  staleTime: 60_000,
  queryFn: ({ signal }) => call(logFacets, { signal }),
});

export const chainEnd = queryOptions({
  queryKey: [LOG, 'head'],
  staleTime: 0,
  queryFn: ({ signal }) => call(logHead, { signal }),
});
