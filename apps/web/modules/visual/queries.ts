import { queryOptions } from '@tanstack/react-query';
import { findVisualData } from '@voltloop/contract/calls/insight.ts';
import { call } from '../../api/call.ts';

/** Largest age of the wall's data. */
const AGAIN_MS = 30_000;

export const wall = queryOptions({
  queryKey: ['rows', 'visual'],
  queryFn: ({ signal }) => call(findVisualData, { signal }),
  refetchInterval: AGAIN_MS,
  refetchIntervalInBackground: true,
});
