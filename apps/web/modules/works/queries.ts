import { queryOptions } from '@tanstack/react-query';
import { findRecovery, findRecoveryOfYear, findRunBalance } from '@voltloop/contract/calls/works.ts';
import { call } from '../../api/call.ts';

/** The balance of a run by its current lines; fetched whenever it is shown, as lines change without its version. */
export const runBalance = (id: string, version: number) =>
  queryOptions({
    queryKey: ['rows', 'recyclingRun', 'balance', id, version],
    staleTime: 0,
    queryFn: ({ signal }) => call(findRunBalance, { query: { id }, signal }),
  });

export const runRecovery = (id: string, version: number) =>
  queryOptions({
    queryKey: ['rows', 'recyclingRun', 'recovery', id, version],
    staleTime: 0,
    queryFn: ({ signal }) => call(findRecovery, { query: { id }, signal }),
  });

export const recoveryOfYear = (year: number) =>
  queryOptions({
    queryKey: ['rows', 'recyclingRun', 'year', year],
    queryFn: ({ signal }) => call(findRecoveryOfYear, { query: { year }, signal }),
  });
