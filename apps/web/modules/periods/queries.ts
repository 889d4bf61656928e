import { queryOptions } from '@tanstack/react-query';
import { findOpenDocuments, findOpenTransits, findPeriods } from '@voltloop/contract/calls/periods.ts';
import { call } from '../../api/call.ts';

export const PERIODS = 'periods';

export const allPeriods = queryOptions({
  queryKey: [PERIODS, 'all'],
  queryFn: ({ signal }) => call(findPeriods, { signal }),
});

/** Documents that prevent closing a month. */
export const openDocuments = (month: string) =>
  queryOptions({
    queryKey: [PERIODS, 'open', month],
    queryFn: ({ signal }) => call(findOpenDocuments, { query: { month }, signal }),
  });

/** Transfers until the end of a month that have not arrived. */
export const openTransits = (month: string) =>
  queryOptions({
    queryKey: [PERIODS, 'transits', month],
    queryFn: ({ signal }) => call(findOpenTransits, { query: { month }, signal }),
  });
