/** Pure: when a card says that its figures could not be loaded. */

import { ApiError } from '../../api/errors.ts';

interface QueryLike {
  data: unknown;
  error: Error | null;
  failureReason: Error | null;
  fetchStatus: 'fetching' | 'paused' | 'idle';
}

/**
 * Why a query has nothing to show, or null while it has figures or still waits for its first answer. Speaks at the
 * first failed try: the retries behind it, and those of each minute after, would keep the card grey for as long as
 * the failure lasts. A browser without a network does not even try; it continues automatically once the network is back.
 */
export function failureOf({ data, error, failureReason, fetchStatus }: QueryLike): Error | null {
  if (data !== undefined) return null;
  return error ?? failureReason ?? (fetchStatus === 'paused' ? new ApiError(0, 0, 'No network') : null);
}
