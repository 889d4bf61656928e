/** The server queries of all pages about things, as TanStack Query options: one key and one call per query. */

import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Page } from '@voltloop/contract';
import { listMessages } from '@voltloop/contract/calls/commands.ts';
import {
  type EnergyHours,
  type EnergyKind,
  thingEnergyHours,
} from '@voltloop/contract/calls/energy-hours.ts';
import { listEvents } from '@voltloop/contract/calls/events.ts';
import { type EnergyForecast, thingForecast } from '@voltloop/contract/calls/forecast.ts';
import {
  aggregations,
  batchData,
  batchLastData,
  doubtfulReadings,
  energyPeriod,
  fleetEnergy,
  getInfoModel,
  historyAggregation,
  listRejects,
  type PeriodEnergy,
} from '@voltloop/contract/calls/telemetry.ts';
import {
  attentionList,
  fleetInsight,
  getThing,
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
import type { LastData, SeriesRow } from './live-patch.ts';
import type { SlotRow } from './month-series.ts';

/** Rows of the fleet list fetched at once. */
export const PAGE_SIZE = 100;

/** Times out a history query, so that its card can show an error: a ClickHouse that is down may never answer. */
const withTimeout = (signal: AbortSignal) => AbortSignal.any([signal, AbortSignal.timeout(20_000)]);

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

/** Energy of the whole fleet; refetched every five minutes while the page is visible. */
export const energy = (tenantId: string) =>
  queryOptions({
    queryKey: ['things', 'energy', tenantId],
    staleTime: 60_000,
    refetchInterval: 300_000,
    queryFn: ({ signal }) => call(fleetEnergy, { params: { tenantId }, signal: withTimeout(signal) }),
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

export interface ThingOfModel {
  tenantId: string;
  devid: string;
  infoModelId: string;
}

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

/** Daily slots of some counters in `[begin_ms, end_ms)`. */
export const daySlots = (
  thing: ThingOfModel,
  counters: readonly string[],
  begin_ms: number,
  end_ms: number,
) =>
  queryOptions({
    queryKey: ['thing-slots', thing.devid, begin_ms, end_ms],
    staleTime: end_ms > Date.now() ? 60_000 : 3_600_000,
    refetchInterval: end_ms > Date.now() ? 60_000 : false,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await call(aggregations, {
        params: { tenantId: thing.tenantId, infoModelId: thing.infoModelId, thingsId: thing.devid },
        query: {
          agg_interval: '1d',
          begin_time: begin_ms,
          end_time: end_ms,
          data_points: counters.join(','),
        },
        signal: withTimeout(signal),
      })) as SlotRow[],
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

export interface PeriodOf {
  period: 'day' | 'month' | 'year';
  /** A day of a former period; undefined for the current period. */
  day: string | undefined;
}

/** Energy of a period and of the periods before it. */
export const periodQuery = (
  key: readonly unknown[],
  of: PeriodOf,
  load: (query: PeriodOf, signal: AbortSignal) => Promise<PeriodEnergy>,
) =>
  queryOptions({
    queryKey: [...key, of],
    staleTime: 60_000,
    refetchInterval: of.day ? false : 300_000,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => load(of, withTimeout(signal)),
  });
export type PeriodQuery = ReturnType<typeof periodQuery>;

/** Days of one answer. */
const DOUBTFUL_DAYS = 100;

/** Readings that were not accepted at once, and the verdicts about them, of a range of any length. */
export const doubtful = (tenantId: string, devid: string, begin_time: number, end_time: number) =>
  queryOptions({
    queryKey: ['things', 'doubtful', tenantId, devid, begin_time, end_time],
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const answers = [];
      for (let end = end_time; end > begin_time; end -= DOUBTFUL_DAYS * 86_400_000) {
        const from = Math.max(begin_time, end - DOUBTFUL_DAYS * 86_400_000);
        answers.push(
          await call(doubtfulReadings, {
            params: { tenantId, thingsId: devid },
            query: { begin_time: String(from), end_time: String(end) },
            signal,
          }),
        );
      }
      return {
        list: answers.flatMap(({ list }) => list),
        total: answers.reduce((sum, { total }) => sum + total, 0),
        verdicts: [...new Map(answers.flatMap((a) => a.verdicts).map((each) => [each.id, each])).values()],
      };
    },
  });

/** After a verdict: energy, costs and everything else that is computed from readings. */
export const doubtfulChanged = (client: QueryClient) => client.invalidateQueries();

/** Without `devids`: of all devices. */
export const energyOf = (tenantId: string, devids?: readonly string[]) => (of: PeriodOf) =>
  periodQuery(['things', 'energy-period', tenantId, devids], of, (query, signal) =>
    call(energyPeriod, {
      params: { tenantId },
      query: { ...query, devids: devids?.join(',') },
      signal,
    }),
  );

export interface HoursOf {
  year: number;
  energy: EnergyKind;
}

/** One energy of a year by hours. */
export const hoursQuery = (
  key: readonly unknown[],
  of: HoursOf,
  load: (signal: AbortSignal) => Promise<EnergyHours>,
) =>
  queryOptions({
    queryKey: [...key, of.year, of.energy],
    staleTime: 600_000,
    queryFn: ({ signal }) => load(withTimeout(signal)),
  });
export type HoursQuery = ReturnType<typeof hoursQuery>;

export const energyHoursOf = (tenantId: string, devid: string) => (of: HoursOf) =>
  hoursQuery(['things', 'energy-hours', devid], of, (signal) =>
    call(thingEnergyHours, { params: { tenantId, thingsId: devid }, query: of, signal }),
  );

/** The forecast until the end of tomorrow. */
export const forecastQuery = (
  key: readonly unknown[],
  load: (signal: AbortSignal) => Promise<EnergyForecast>,
) =>
  queryOptions({
    queryKey: [...key],
    staleTime: 600_000,
    refetchInterval: 900_000,
    queryFn: ({ signal }) => load(withTimeout(signal)),
  });
export type ForecastQuery = ReturnType<typeof forecastQuery>;

export const forecastOf = (tenantId: string, devid: string) =>
  forecastQuery(['things', 'forecast', devid], (signal) =>
    call(thingForecast, { params: { tenantId, thingsId: devid }, signal }),
  );

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
