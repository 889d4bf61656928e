import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  getSitePrices,
  listSiteTariffs,
  siteCost,
  siteTariffProposal,
} from '@voltloop/contract/calls/site-tariffs.ts';
import type { Site } from '@voltloop/contract/calls/sites.ts';
import type { ReplyOf } from '@voltloop/contract/route.ts';
import { call } from '../../api/call.ts';
import type { Span } from './queries.ts';

/** What costs and tariffs need of a site. */
export type PricedSite = Pick<Site, 'id' | 'name' | 'time_zone'>;

export const tariffs = (tenantId: string, id: string) =>
  queryOptions({
    queryKey: ['sites', 'tariffs', id],
    staleTime: 60_000,
    queryFn: ({ signal }) => call(listSiteTariffs, { params: { tenantId, id }, signal }),
  });

export type TariffProposal = ReplyOf<typeof siteTariffProposal>;

/** What a new tariff begins with. */
export const tariffProposal = (tenantId: string, id: string) =>
  queryOptions({
    queryKey: ['sites', 'tariff-proposal', id],
    staleTime: 60_000,
    queryFn: ({ signal }) => call(siteTariffProposal, { params: { tenantId, id }, signal }),
  });

/** The hours for which a dynamic tariff has prices. */
export const hourlyPrices = (tenantId: string, id: string) =>
  queryOptions({
    queryKey: ['sites', 'prices', id],
    staleTime: 60_000,
    queryFn: ({ signal }) => call(getSitePrices, { params: { tenantId, id }, signal }),
  });

export const costs = (tenantId: string, id: string, agg_interval: '1d' | '1M', span: Span) =>
  queryOptions({
    queryKey: ['sites', 'cost', id, agg_interval, span.begin_ms, span.end_ms],
    staleTime: span.end_ms > Date.now() ? 60_000 : 3_600_000,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(siteCost, {
        params: { tenantId, id },
        query: { agg_interval, begin_time: span.begin_ms, end_time: span.end_ms },
        signal,
      }),
  });
