/** The server queries about events, as TanStack Query options. */

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { countEvents, getEvent, listEvents } from '@voltloop/contract/calls/events.ts';
import { listRules, previewRule, type RuleBody } from '@voltloop/contract/calls/rules.ts';
import { historyAggregation } from '@voltloop/contract/calls/telemetry.ts';
import type { eventsList } from '@voltloop/contract/lists/events.list.ts';
import type { rulesList } from '@voltloop/contract/lists/rules.list.ts';
import type { QueryInputOf } from '@voltloop/contract/route.ts';
import { call } from '../../api/call.ts';
import type { ListPlace } from '../../ui/list/use-list-place.ts';

type EventFilter = QueryInputOf<typeof countEvents>;

/** First element of every query key about events: one invalidation reaches all of them. */
export const EVENTS = 'events';

export const eventPage = (tenantId: string, { wanted, view }: ListPlace<typeof eventsList>) =>
  queryOptions({
    queryKey: [EVENTS, 'page', tenantId, wanted, view.page, view.size],
    staleTime: 5_000,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(listEvents, {
        params: { tenantId },
        query: { ...wanted, current_page: view.page, page_size: view.size },
        signal,
      }),
  });

export const eventCount = (tenantId: string, filter: EventFilter) =>
  queryOptions({
    queryKey: [EVENTS, 'count', tenantId, filter],
    staleTime: 5_000,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(countEvents, { params: { tenantId }, query: filter, signal }),
  });

export const oneEvent = (tenantId: string, id: string) =>
  queryOptions({
    queryKey: [EVENTS, 'one', tenantId, id],
    staleTime: 5_000,
    queryFn: ({ signal }) => call(getEvent, { params: { tenantId, id }, signal }),
  });

/** The count in the bell: active, unacknowledged warnings and faults. */
export const UNSEEN: EventFilter = { state: 1, ack: 0, level: '2,3' };

export const newestUnseen = (tenantId: string, limit: number) =>
  queryOptions({
    queryKey: [EVENTS, 'unseen', tenantId, limit],
    staleTime: 5_000,
    queryFn: ({ signal }) =>
      call(listEvents, { params: { tenantId }, query: { ...UNSEEN, page_size: limit }, signal }),
  });

export const rulePage = (tenantId: string, { wanted, view }: ListPlace<typeof rulesList>) =>
  queryOptions({
    queryKey: [EVENTS, 'rules', tenantId, wanted, view.page, view.size],
    staleTime: 10_000,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(listRules, {
        params: { tenantId },
        query: { ...wanted, current_page: view.page, page_size: view.size },
        signal,
      }),
  });

export type PreviewBody = Pick<RuleBody, 'point' | 'comparison' | 'threshold' | 'account_id' | 'devid'>;

export const rulePreview = (tenantId: string, body: PreviewBody | null) =>
  queryOptions({
    queryKey: ['rule-preview', tenantId, body],
    staleTime: 30_000,
    enabled: body !== null,
    retry: false,
    queryFn: ({ signal }) => call(previewRule, { params: { tenantId }, body: body as PreviewBody, signal }),
  });

/** The values of one point around an event. `key` may contain a pack: `P_MOS_T@2`. */
export const pointAround = (
  of: { tenantId: string; devid: string; infoModelId: string },
  key: string,
  begin_ms: number,
  end_ms: number,
) =>
  queryOptions({
    queryKey: ['point-around', of.devid, key, begin_ms, end_ms],
    staleTime: 60_000,
    queryFn: async ({ signal }) =>
      (await call(historyAggregation, {
        params: { tenantId: of.tenantId, infoModelId: of.infoModelId, thingsId: of.devid },
        body: {
          begin_time: begin_ms,
          end_time: end_ms,
          data_points: [key],
          agg_interval: end_ms - begin_ms > 2 * 86_400_000 ? '15m' : '1m',
          agg_type: 'avg',
        },
        signal: AbortSignal.any([signal, AbortSignal.timeout(20_000)]),
      })) as ({ key: number } & Record<string, { avg: number | null } | number>)[],
  });
