/** The queries of one device and its information model, as TanStack Query options. */

import { queryOptions } from '@tanstack/react-query';
import { getInfoModel } from '@voltloop/contract/calls/telemetry.ts';
import { getThing } from '@voltloop/contract/calls/things.ts';
import { call } from '../../api/call.ts';

/** Times out a history query, so that its card can show an error: a ClickHouse that is down may never answer. */
export const withTimeout = (signal: AbortSignal) => AbortSignal.any([signal, AbortSignal.timeout(20_000)]);

export const oneThing = (tenantId: string, devid: string) =>
  queryOptions({
    queryKey: ['thing', tenantId, devid],
    staleTime: 30_000,
    refetchInterval: 60_000,
    queryFn: ({ signal }) => call(getThing, { params: { tenantId, devNo: devid }, signal }),
  });

export const infoModel = (tenantId: string, infoModelId: string) =>
  queryOptions({
    queryKey: ['info-model', tenantId, infoModelId],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => call(getInfoModel, { params: { tenantId, infoModelId }, signal }),
  });

export interface ThingOfModel {
  tenantId: string;
  devid: string;
  infoModelId: string;
}
