import { queryOptions } from '@tanstack/react-query';
import { fleetPower } from '@voltloop/contract/calls/dashboard.ts';
import { call } from '../../api/call.ts';

/** Current power of the fleet; refetched each minute even without live events. */
export const power = (tenantId: string) =>
  queryOptions({
    queryKey: ['things', 'power', tenantId],
    staleTime: 2_000,
    refetchInterval: 60_000,
    queryFn: ({ signal }) => call(fleetPower, { params: { tenantId }, signal }),
  });
