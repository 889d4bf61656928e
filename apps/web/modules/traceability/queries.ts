import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { findConnected, findLife, queryRecords } from '@voltloop/contract/calls/traceability.ts';
import { call } from '../../api/call.ts';

/** Begins with `rows`: on any change, everything that shows rows is refetched. */
const key = (...rest: unknown[]) => ['rows', 'traceability', ...rest];

/** Shorter texts would match almost every record. */
export const LEAST_SEARCHED = 2;

export const foundRecords = (search: string) =>
  queryOptions({
    queryKey: key('search', search),
    enabled: search.length >= LEAST_SEARCHED,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(queryRecords, { query: { search }, signal }),
  });

export const lifeOf = (kind: string, id: string) =>
  queryOptions({
    queryKey: key('life', kind, id),
    queryFn: ({ signal }) => call(findLife, { query: { kind, id }, signal }),
  });

export const connectedOf = (id: string) =>
  queryOptions({
    queryKey: key('connected', id),
    queryFn: ({ signal }) => call(findConnected, { query: { id }, signal }),
  });
