import { keepPreviousData, queryOptions, type UseQueryOptions } from '@tanstack/react-query';
import { listExportRuns, listExportSchedules } from '@voltloop/contract/calls/exports.ts';
import { listSites } from '@voltloop/contract/calls/sites.ts';
import { call } from '../../api/call.ts';
import type { Choice } from '../../ui/form/search-select.tsx';

/** The server queries of scheduled exports. Every key begins with `exports`. */

const OFFERED = 30;
/** Polling intervals while a file is being generated, and otherwise. */
const SOON_MS = 2000;
const LATER_MS = 30_000;

export const exportSchedules = queryOptions({
  queryKey: ['exports', 'schedules'],
  queryFn: ({ signal }) => call(listExportSchedules, { signal }),
  refetchInterval: ({ state }) =>
    state.data?.list.some(({ last }) => last?.state === 'waiting' && last.error === null)
      ? SOON_MS
      : LATER_MS,
});

export const exportRuns = (id: string, size: number) =>
  queryOptions({
    queryKey: ['exports', 'runs', id, size],
    placeholderData: keepPreviousData,
    refetchInterval: LATER_MS,
    queryFn: ({ signal }) =>
      call(listExportRuns, { params: { id }, query: { current_page: 1, page_size: size }, signal }),
  });

export const siteChoices = (tenantId: string, search: string): UseQueryOptions<Choice[]> => ({
  queryKey: ['exports', 'sites', tenantId, search],
  staleTime: 30_000,
  queryFn: async ({ signal }) => {
    const query = { search, page_size: OFFERED };
    const { list } = await call(listSites, { params: { tenantId }, query, signal });
    return list.map(({ id, name, owner }) => ({ value: id, label: `${name} · ${owner.name}` }));
  },
});
