import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { countEnterprises, countJobs } from '@voltloop/contract/calls/insight.ts';
import {
  findStatisticsOfFlows,
  findStatisticsOfReporting,
  findStatisticsOfSales,
  findStatisticsOfStock,
  findStatisticsOfWorks,
  findStatisticsScopes,
  type StockGroup,
} from '@voltloop/contract/calls/statistics.ts';
import type { QueryInputOf } from '@voltloop/contract/route.ts';
import { call } from '../../api/call.ts';

/** Begins with `rows`: posting or voiding a document changes statistics too. */
const STATISTICS = ['rows', 'statistics'] as const;

type StatisticsQuery = QueryInputOf<typeof findStatisticsOfFlows>;
type StockQuery = Omit<StatisticsQuery, 'from' | 'to'> & { by: StockGroup; day?: string; came?: string };

const kept = { placeholderData: keepPreviousData };

export const scopes = queryOptions({
  queryKey: [...STATISTICS, 'scopes'],
  queryFn: ({ signal }) => call(findStatisticsScopes, { signal }),
});
export const ofStock = (query: StockQuery) =>
  queryOptions({
    queryKey: [...STATISTICS, 'stock', query],
    queryFn: ({ signal }) => call(findStatisticsOfStock, { query, signal }),
    ...kept,
  });
export const ofFlows = (query: StatisticsQuery) =>
  queryOptions({
    queryKey: [...STATISTICS, 'flows', query],
    queryFn: ({ signal }) => call(findStatisticsOfFlows, { query, signal }),
    ...kept,
  });
export const ofWorks = (query: StatisticsQuery) =>
  queryOptions({
    queryKey: [...STATISTICS, 'works', query],
    queryFn: ({ signal }) => call(findStatisticsOfWorks, { query, signal }),
    ...kept,
  });
export const ofSales = (query: StatisticsQuery) =>
  queryOptions({
    queryKey: [...STATISTICS, 'sales', query],
    queryFn: ({ signal }) => call(findStatisticsOfSales, { query, signal }),
    ...kept,
  });
export const ofReporting = (query: StatisticsQuery) =>
  queryOptions({
    queryKey: [...STATISTICS, 'reporting', query],
    queryFn: ({ signal }) => call(findStatisticsOfReporting, { query, signal }),
    ...kept,
  });
export const ofEnterprises = (query: QueryInputOf<typeof countEnterprises>) =>
  queryOptions({
    queryKey: [...STATISTICS, 'enterprises', query],
    queryFn: ({ signal }) => call(countEnterprises, { query, signal }),
    ...kept,
  });
export const ofJobs = (query: QueryInputOf<typeof countJobs>) =>
  queryOptions({
    queryKey: [...STATISTICS, 'jobs', query],
    queryFn: ({ signal }) => call(countJobs, { query, signal }),
    ...kept,
  });
