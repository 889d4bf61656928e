import { type QueryClient, queryOptions } from '@tanstack/react-query';
import {
  getAccountOwnerLimits,
  getOwnerControl,
  type OwnerControl,
} from '@voltloop/contract/calls/owner-control.ts';
import { call } from '../../../api/call.ts';

/** Polling intervals of running and finished changes; none while the page is hidden. */
const ACTIVE_POLL_MS = 1000;
const IDLE_POLL_MS = 30_000;

const key = (tenantId: string) => ['owner-control', tenantId] as const;

export const ownerControlOf = (tenantId: string, devid: string) =>
  queryOptions<OwnerControl>({
    queryKey: [...key(tenantId), devid],
    refetchInterval: ({ state }) =>
      state.data?.change && state.data.change.finished_at === null ? ACTIVE_POLL_MS : IDLE_POLL_MS,
    queryFn: ({ signal }) => call(getOwnerControl, { params: { tenantId, thingsId: devid }, signal }),
  });

/** The limits of the caller's own account. */
export const ownLimits = (tenantId: string) =>
  queryOptions({
    queryKey: [...key(tenantId), 'limits'],
    queryFn: ({ signal }) => call(getAccountOwnerLimits, { params: { tenantId, userId: 'self' }, signal }),
  });

export const ownerControlChanged = (client: QueryClient, tenantId: string) =>
  client.invalidateQueries({ queryKey: key(tenantId) });
