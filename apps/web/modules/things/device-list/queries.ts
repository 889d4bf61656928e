import { listThings } from '@voltloop/contract/calls/things.ts';
import { call } from '../../../api/call.ts';
import { PAGE_SIZE, type ThingsPage } from '../queries.ts';
import { type ListView, serverFilters } from './list-url.ts';

/** One page (from 0) of the Device List. */
export const devicePage = (tenantId: string, view: ListView, page: number): ThingsPage => ({
  queryKey: ['things', 'fleet', tenantId, 'devices', view, page],
  staleTime: 30_000,
  queryFn: ({ signal }) =>
    call(listThings, {
      params: { tenantId },
      query: { ...serverFilters(view), skip: page * PAGE_SIZE, limit: PAGE_SIZE },
      signal,
    }),
});
