/** The server queries of all pages about things, as TanStack Query options: one key and one call per query. */

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Page } from '@voltloop/contract';
import { listMessages } from '@voltloop/contract/calls/commands.ts';
import { listEvents } from '@voltloop/contract/calls/events.ts';
import {
  batchData,
  batchLastData,
  historyAggregation,
  listRejects,
} from '@voltloop/contract/calls/telemetry.ts';
import {
  attentionList,
  fleetInsight,
  listBindings,
  listThings,
  type Thing,
  thingPositions,
  thingSummary,
  thingVersions,
} from '@voltloop/contract/calls/things.ts';
import type { CallFilters } from '@voltloop/contract/lists/define-list.ts';
import type { monitoringList } from '@voltloop/contract/lists/monitoring.list.ts';
import { call } from '../../api/call.ts';
import { type SeriesRow, type ThingOfModel, withTimeout } from '../telemetry/index.ts';
import type { LastData } from './live-patch.ts';

/** Rows of the fleet list fetched at once. */
export const PAGE_SIZE = 100;

/** One page of a list of things, as a cached query. */
export interface ThingsPage {
  queryKey: readonly unknown[];
  staleTime: number;
  queryFn: (context: { signal: AbortSignal }) => Promise<Page<Thing>>;
}

/** One page (from 0) of the Monitoring list. */
export const fleetPage = (
  tenantId: string,
  wanted: CallFilters<typeof monitoringList>,
  page: number,
): ThingsPage => ({
  queryKey: ['things', 'fleet', tenantId, wanted, page],
  staleTime: 30_000,
  queryFn: ({ signal }) =>
    call(listThings, {
      params: { tenantId },
      query: { skip: page * PAGE_SIZE, limit: PAGE_SIZE, ...wanted },
      signal,
    }),
});

/** Hardware and software versions in use. */
export const versionsInUse = (tenantId: string) =>
  queryOptions({
    queryKey: ['things', 'versions', tenantId],
    staleTime: 60_000,
    queryFn: ({ signal }) => call(thingVersions, { params: { tenantId }, signal }),
  });

export const summary = (tenantId: string) =>
  queryOptions({
    queryKey: ['things', 'summary', tenantId],
    staleTime: 10_000,
    queryFn: ({ signal }) => call(thingSummary, { params: { tenantId }, signal }),
  });

export const positions = (tenantId: string) =>
  queryOptions({
    queryKey: ['things', 'positions', tenantId],
    staleTime: 60_000,
    queryFn: ({ signal }) => call(thingPositions, { params: { tenantId }, signal }),
  });

/** Devices that need attention, with their contacts. */
export const attention = (tenantId: string) =>
  queryOptions({
    queryKey: ['things', 'attention', tenantId],
    staleTime: 10_000,
    queryFn: ({ signal }) => call(attentionList, { params: { tenantId }, signal }),
  });

export const insight = (tenantId: string) =>
  queryOptions({
    queryKey: ['things', 'insight', tenantId],
    staleTime: 300_000,
    queryFn: ({ signal }) => call(fleetInsight, { params: { tenantId }, signal }),
  });

/** The devices of an owner, who never has more than one page of them. */
export const ownThings = (tenantId: string) =>
  queryOptions({
    queryKey: ['things', 'own', tenantId],
    staleTime: 5_000,
    refetchInterval: 30_000,
    queryFn: ({ signal }) =>
      call(listThings, { params: { tenantId }, query: { page_size: 50, sort: 'devname' }, signal }),
  });

export const newestEvents = (tenantId: string, limit: number) =>
  queryOptions({
    queryKey: ['events', 'newest', tenantId, limit],
    staleTime: 10_000,
    queryFn: ({ signal }) => call(listEvents, { params: { tenantId }, query: { page_size: limit }, signal }),
  });

export const activeEventsOf = (tenantId: string, devid: string) =>
  queryOptions({
    queryKey: ['events', 'active', tenantId, devid],
    staleTime: 10_000,
    queryFn: ({ signal }) =>
      call(listEvents, { params: { tenantId }, query: { page_size: 100, devid, state: 1 }, signal }),
  });

/** The newest value of every point of a thing; live frames are merged into it. */
export const lastData = (devid: string) =>
  queryOptions({
    queryKey: ['thing-last', devid],
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<LastData> => {
      const [last] = await call(batchLastData, { body: [{ devid }], signal });
      return last ?? { devid, time: null, fields: {} };
    },
  });

/** The raw series of a day. */
export const daySeries = (thing: ThingOfModel, points: readonly string[], begin_ms: number, end_ms: number) =>
  queryOptions({
    queryKey: ['thing-day', thing.devid, begin_ms, end_ms],
    staleTime: end_ms > Date.now() ? 60_000 : 3_600_000,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await call(historyAggregation, {
        params: { tenantId: thing.tenantId, infoModelId: thing.infoModelId, thingsId: thing.devid },
        body: {
          begin_time: begin_ms,
          end_time: end_ms,
          data_points: [...points],
          agg_interval: '1m',
          agg_type: 'avg',
        },
        signal: withTimeout(signal),
      })) as SeriesRow[],
  });

/** History rows before `before_ms`, newest first. */
export const HISTORY_ROWS = 500;
export function readHistory(
  thing: ThingOfModel,
  points: readonly string[],
  begin_ms: number,
  before_ms: number,
  signal: AbortSignal,
) {
  return call(batchData, {
    params: { tenantId: thing.tenantId, infoModelId: thing.infoModelId },
    query: {
      thirdThingsIds: thing.devid,
      begin_time: begin_ms,
      end_time: before_ms,
      data_points: points.join(','),
      topN: HISTORY_ROWS,
      order: 'desc',
    },
    signal,
  });
}

/** A page (from 1) of the command ledger. */
export const ledger = (tenantId: string, devid: string, page: number, pageSize: number) =>
  queryOptions({
    queryKey: ['commands', tenantId, devid, page, pageSize],
    staleTime: 5_000,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(listMessages, {
        params: { tenantId, thingsId: devid },
        query: { current_page: page, page_size: pageSize },
        signal,
      }),
  });

/** A page (from 1) of rejected data, of one device or of all. */
export const rejects = (tenantId: string, devid: string | null, page: number, pageSize: number) =>
  queryOptions({
    queryKey: ['rejects', tenantId, devid, page, pageSize],
    staleTime: 10_000,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(listRejects, {
        params: { tenantId },
        query: { current_page: page, page_size: pageSize, ...(devid === null ? {} : { devid }) },
        signal,
      }),
  });

export const bindings = (tenantId: string, devid: string) =>
  queryOptions({
    queryKey: ['bindings', tenantId, devid],
    staleTime: 30_000,
    queryFn: ({ signal }) => call(listBindings, { params: { tenantId, devNo: devid }, signal }),
  });
