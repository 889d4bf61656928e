/** Pure: decides whether a card shows a loading error. */

import { ApiError } from './errors.ts';

interface QueryLike {
  data: unknown;
  error: Error | null;
  failureReason: Error | null;
  fetchStatus: 'fetching' | 'paused' | 'idle';
}

/**
 * Why a query has nothing to show; null while it has data or waits for its first answer. Returns the error of the
 * first failed attempt: otherwise the card would stay grey through the retries and refetches for as long as the
 * failure lasts. Without a network the browser does not attempt the request; it resumes when the network is back.
 */
export function failureOf({ data, error, failureReason, fetchStatus }: QueryLike): Error | null {
  if (data !== undefined) return null;
  return error ?? failureReason ?? (fetchStatus === 'paused' ? new ApiError(0, 0, 'No network') : null);
}
