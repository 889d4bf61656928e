import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  findCurve,
  findMatching,
  listMappings,
  listMatching,
  proposeHealth,
} from '@voltloop/contract/calls/testing.ts';
import { call } from '../../api/call.ts';

/** The curve of a report; null without one. */
export const curveOf = (id: string) =>
  queryOptions({
    queryKey: ['rows', 'testReport', 'curve', id],
    queryFn: ({ signal }) => call(findCurve, { query: { id }, signal }),
  });

export const savedMappings = queryOptions({
  queryKey: ['cyclerMappings'],
  queryFn: ({ signal }) => call(listMappings, { signal }),
});

export const matchingRun = (id: string) =>
  queryOptions({
    queryKey: ['matching', id],
    queryFn: ({ signal }) => call(findMatching, { query: { id }, signal }),
  });

/** Former runs of the matching, newest first. */
export const matchingRuns = (page: number) =>
  queryOptions({
    queryKey: ['matching', 'runs', page],
    queryFn: ({ signal }) => call(listMatching, { query: { page }, signal }),
    placeholderData: keepPreviousData,
  });

/** The health of a device by its telemetry. */
export const proposalOf = (devid: string, ratedCapacityAh: string) =>
  queryOptions({
    queryKey: ['rows', 'device', 'proposal', devid, ratedCapacityAh],
    queryFn: ({ signal }) => call(proposeHealth, { query: { devid, ratedCapacityAh }, signal }),
  });
