import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { LiveEvents, Page, Thing } from '@voltloop/contract';
import { useCallback, useMemo, useState } from 'react';
import { useLive } from '../../api/live.ts';
import { patchPage, statesByDevid } from './live-patch.ts';
import type { MonitoringView } from './monitoring-url.ts';
import { fleetPage, PAGE_SIZE, type ThingsPage } from './queries.ts';
import { useThrottled } from './use-throttled.ts';

/** Minimum interval between refetches of the counts by state, ms. */
const COUNT_REFETCH_MS = 5000;

/** The Monitoring list of a view. */
export function useFleet(tenantId: string, wanted: MonitoringView) {
  return useLazyThings(tenantId, wanted, fleetPage);
}

type PageOf<View> = (tenantId: string, view: View, page: number) => ThingsPage;

/**
 * The list of things of a view: pages are fetched as they scroll into view, live states are merged into loaded
 * rows. While a new view loads, the former rows stay.
 * @param pageOf One page (from 0) of {@link PAGE_SIZE} rows; its key begins with `things`, `fleet` and the tenant.
 */
export function useLazyThings<View>(tenantId: string, wanted: View, pageOf: PageOf<View>) {
  const client = useQueryClient();
  const first = useQuery(pageOf(tenantId, wanted, 0));
  const [shown, setShown] = useState(wanted);
  if (first.data && shown !== wanted) setShown(wanted);
  const view = first.data ? wanted : shown;

  const [firstPage, setFirstPage] = useState(0);
  const [lastPage, setLastPage] = useState(0);
  const needed = useMemo(
    () => Array.from({ length: Math.min(lastPage - firstPage + 1, 5) }, (_, i) => firstPage + i),
    [firstPage, lastPage],
  );
  const visible = useQueries({ queries: needed.map((page) => pageOf(tenantId, view, page)) });

  // A table needs many rows at each render: the cache is read once per page.
  const pages = new Map<number, Page<Thing> | undefined>();
  const pageAt = (page: number): Page<Thing> | undefined => {
    if (!pages.has(page)) {
      const current = visible[needed.indexOf(page)]?.data;
      pages.set(page, current ?? client.getQueryData<Page<Thing>>(pageOf(tenantId, view, page).queryKey));
    }
    return pages.get(page);
  };
  const rowAt = (index: number): Thing | undefined =>
    pageAt(Math.floor(index / PAGE_SIZE))?.list[index % PAGE_SIZE];
  const onRange = useCallback((from: number, to: number) => {
    // Prefetches a little in both directions, so that slow scrolling never shows a placeholder row.
    setFirstPage(Math.floor(Math.max(0, from - 20) / PAGE_SIZE));
    setLastPage(Math.floor((to + 20) / PAGE_SIZE));
  }, []);

  const rowsBetween = async (from: number, to: number): Promise<Thing[]> => {
    const rows: Thing[] = [];
    for (let page = Math.floor(from / PAGE_SIZE); page <= Math.floor(to / PAGE_SIZE); page++) {
      const { list } = await client.fetchQuery(pageOf(tenantId, view, page));
      const start = page * PAGE_SIZE;
      rows.push(...list.slice(Math.max(from - start, 0), to - start + 1));
    }
    return rows;
  };

  const refetchCounts = useThrottled(
    () => void client.invalidateQueries({ queryKey: ['things', 'summary', tenantId] }),
    COUNT_REFETCH_MS,
  );
  useLive(
    { scope: 'fleet' },
    {
      state: (event: LiveEvents['state']) => {
        const states = statesByDevid(event);
        let statusChanged = false;
        client.setQueriesData<Page<Thing>>({ queryKey: ['things', 'fleet', tenantId] }, (page) => {
          if (!page) return page;
          statusChanged ||= page.list.some((t) => (states.get(t.devid)?.status ?? t.status) !== t.status);
          return patchPage(page, states);
        });
        if (statusChanged) refetchCounts();
      },
      onCatchUp: () => void client.invalidateQueries({ queryKey: ['things'] }),
    },
  );

  const total = pageAt(0)?.total ?? visible.find((page) => page.data)?.data?.total ?? 0;
  return {
    total: Math.max(total, 0),
    rowAt,
    onRange,
    rowsBetween,
    loading: first.isPending && total === 0,
    fetching: first.isFetching || visible.some((page) => page.isFetching),
    error: first.error,
    retry: () => void first.refetch(),
  };
}
