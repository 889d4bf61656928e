import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listTransfers } from '@voltloop/contract/calls/site-transfers.ts';
import {
  getSite,
  listSiteNotes,
  listSites,
  siteEnergy,
  siteEnergyHours,
  siteEnergyPeriod,
  siteForecast,
  siteSeries,
  siteTags,
} from '@voltloop/contract/calls/sites.ts';
import type { sitesList } from '@voltloop/contract/lists/sites.list.ts';
import { call } from '../../api/call.ts';
import type { ListPlace } from '../../ui/list/use-list-place.ts';
import { forecastQuery, type HoursOf, hoursQuery, type PeriodOf, periodQuery } from '../energy/index.ts';

/** The server queries of the pages of sites. Every key begins with `sites`. */

const LIVE_MS = 30_000;

export const sitesPage = (tenantId: string, { wanted, view }: ListPlace<typeof sitesList>) =>
  queryOptions({
    queryKey: ['sites', 'list', tenantId, wanted, view.page, view.size],
    staleTime: 10_000,
    refetchInterval: LIVE_MS,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(listSites, {
        params: { tenantId },
        query: { ...wanted, current_page: view.page, page_size: view.size },
        signal,
      }),
  });

/** The sites of an account, if it has only one. */
export const ownSites = (tenantId: string) =>
  queryOptions({
    queryKey: ['sites', 'own', tenantId],
    staleTime: 60_000,
    queryFn: ({ signal }) =>
      call(listSites, { params: { tenantId }, query: { current_page: 1, page_size: 1 }, signal }),
  });

export const tagsInUse = (tenantId: string) =>
  queryOptions({
    queryKey: ['sites', 'tags', tenantId],
    staleTime: 60_000,
    queryFn: ({ signal }) => call(siteTags, { params: { tenantId }, signal }),
  });

/** A site with its devices and powers, refetched while it is visible. */
export const oneSite = (tenantId: string, id: string) =>
  queryOptions({
    queryKey: ['sites', 'one', tenantId, id],
    staleTime: 5_000,
    refetchInterval: 10_000,
    queryFn: ({ signal }) => call(getSite, { params: { tenantId, id }, signal }),
  });

export interface Span {
  begin_ms: number;
  end_ms: number;
}

const freshFor = ({ end_ms }: Span) => (end_ms > Date.now() ? 60_000 : 3_600_000);

export const energySlots = (tenantId: string, id: string, agg_interval: '1h' | '1d' | '1M', span: Span) =>
  queryOptions({
    queryKey: ['sites', 'energy', id, agg_interval, span.begin_ms, span.end_ms],
    staleTime: freshFor(span),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(siteEnergy, {
        params: { tenantId, id },
        query: { agg_interval, begin_time: span.begin_ms, end_time: span.end_ms },
        signal,
      }),
  });

/** Energy of a site in a day, month or year, with former periods. */
export const sitePeriod = (tenantId: string, id: string) => (of: PeriodOf) =>
  periodQuery(['sites', 'period', id], of, (query, signal) =>
    call(siteEnergyPeriod, { params: { tenantId, id }, query, signal }),
  );

/** One energy of a site by hours of a year. */
export const siteHours = (tenantId: string, id: string) => (of: HoursOf) =>
  hoursQuery(['sites', 'hours', id], of, (signal) =>
    call(siteEnergyHours, { params: { tenantId, id }, query: of, signal }),
  );

export const siteForecastOf = (tenantId: string, id: string) =>
  forecastQuery(['sites', 'forecast', id], (signal) =>
    call(siteForecast, { params: { tenantId, id }, signal }),
  );

export const powerSeries = (tenantId: string, id: string, span: Span) =>
  queryOptions({
    queryKey: ['sites', 'series', id, span.begin_ms, span.end_ms],
    staleTime: freshFor(span),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(siteSeries, {
        params: { tenantId, id },
        query: { begin_time: span.begin_ms, end_time: span.end_ms },
        signal,
      }),
  });

export const notesOf = (tenantId: string, id: string, page: number) =>
  queryOptions({
    queryKey: ['sites', 'notes', id, page],
    staleTime: 30_000,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(listSiteNotes, { params: { tenantId, id }, query: { current_page: page, page_size: 10 }, signal }),
  });

/** Transfers of one site, or all pending ones. */
export const transfers = (tenantId: string, of: { site: string } | { state: 'pending' }) =>
  queryOptions({
    queryKey: ['sites', 'transfers', tenantId, of],
    staleTime: 30_000,
    queryFn: ({ signal }) =>
      call(listTransfers, { params: { tenantId }, query: { ...of, page_size: 20 }, signal }),
  });
