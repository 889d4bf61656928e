/** The server queries of energy, as TanStack Query options: one key and one call per query. */

import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import {
  type EnergyHours,
  type EnergyKind,
  thingEnergyHours,
} from '@voltloop/contract/calls/energy-hours.ts';
import { type EnergyForecast, thingForecast } from '@voltloop/contract/calls/forecast.ts';
import {
  aggregations,
  doubtfulReadings,
  energyPeriod,
  fleetEnergy,
  type PeriodEnergy,
} from '@voltloop/contract/calls/telemetry.ts';
import { call } from '../../api/call.ts';
import { type ThingOfModel, withTimeout } from '../telemetry/index.ts';
import type { SlotRow } from './month-series.ts';

/** Energy of the whole fleet; refetched every five minutes while the page is visible. */
export const energy = (tenantId: string) =>
  queryOptions({
    queryKey: ['things', 'energy', tenantId],
    staleTime: 60_000,
    refetchInterval: 300_000,
    queryFn: ({ signal }) => call(fleetEnergy, { params: { tenantId }, signal: withTimeout(signal) }),
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
