import type { QueryInputOf } from '@voltloop/contract';
import { listThings, type thingIds } from '@voltloop/contract/calls/things.ts';
import type { CallFilters } from '@voltloop/contract/lists/define-list.ts';
import type { devicesList } from '@voltloop/contract/lists/devices.list.ts';
import { call } from '../../../api/call.ts';
import { PAGE_SIZE, type ThingsPage } from '../queries.ts';

type Wanted = CallFilters<typeof devicesList>;

/** The filters of the call, with the parameter names of the specification where it has them. */
export function serverFilters({ sw, hw, from, to, ...rest }: Wanted): QueryInputOf<typeof thingIds> {
  const versions = [
    ...(sw ? [{ status_name: 'sw_version', op: 'like', status_value: sw }] : []),
    ...(hw ? [{ status_name: 'hw_version', op: 'like', status_value: hw }] : []),
  ];
  const oneDay = from !== undefined && from === to;
  return {
    ...rest,
    ...(versions.length > 0 && { status_filters: JSON.stringify(versions) }),
    ...(oneDay
      ? { description: JSON.stringify({ installTime: from }) }
      : { ...(from && { installed_from: from }), ...(to && { installed_to: to }) }),
  };
}

/** One page (from 0) of the Device List. */
export const devicePage = (tenantId: string, wanted: Wanted, page: number): ThingsPage => ({
  queryKey: ['things', 'fleet', tenantId, 'devices', wanted, page],
  staleTime: 30_000,
  queryFn: ({ signal }) =>
    call(listThings, {
      params: { tenantId },
      query: { ...serverFilters(wanted), skip: page * PAGE_SIZE, limit: PAGE_SIZE },
      signal,
    }),
});
