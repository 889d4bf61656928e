import { queryOptions } from '@tanstack/react-query';
import { findOpenDocuments, findPeriods } from '@voltloop/contract/calls/periods.ts';
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
