import { useQueryClient } from '@tanstack/react-query';
import type { LiveEvents, Page, Thing } from '@voltloop/contract';
import { useLive } from '../../api/live.ts';
import { useLazyRows } from '../../ui/list/use-lazy-rows.ts';
import { patchPage, statesByDevid } from './live-patch.ts';
import { PAGE_SIZE, type ThingsPage } from './queries.ts';
import { useThrottled } from './use-throttled.ts';

/** Minimum interval between refetches of the counts by state, ms. */
const COUNT_REFETCH_MS = 5000;

type PageOf<View> = (tenantId: string, view: View, page: number) => ThingsPage;

/**
 * The list of things of a view: pages are fetched as they scroll into view, live states are merged into loaded
 * rows. While a new view loads, the former rows stay.
 * @param pageOf One page (from 0) of {@link PAGE_SIZE} rows; its key begins with `things`, `fleet` and the tenant.
 */
export function useLazyThings<View>(tenantId: string, wanted: View, pageOf: PageOf<View>) {
  const client = useQueryClient();
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
  return useLazyRows<Thing, View>(wanted, (view, page) => pageOf(tenantId, view, page), PAGE_SIZE);
}
