import { queryOptions } from '@tanstack/react-query';
import { findWaiting } from '@voltloop/contract/calls/approvals.ts';
import { call } from '../../api/call.ts';

/** Refetched each minute while it is shown: others submit meanwhile. */
const AGAIN_MS = 60_000;

/** The documents that wait for the account. Begins with `rows`: a step taken on a document's page changes it. */
export const waitingDocuments = queryOptions({
  queryKey: ['rows', 'approvals'],
  refetchInterval: AGAIN_MS,
  queryFn: ({ signal }) => call(findWaiting, { signal }),
});
