import { queryOptions } from '@tanstack/react-query';
import { getFirstSteps } from '@voltloop/contract/calls/first-steps.ts';
import { getPreference, putPreference } from '@voltloop/contract/calls/preferences.ts';
import { call } from '../../api/call.ts';
import { seenOf } from './steps.ts';

const KEY = 'firstSteps';

/** The server's facts about the steps; refetched at each visit of the home, and each minute while it is open. */
export const facts = (userId: string) =>
  queryOptions({
    queryKey: ['firstSteps', 'facts', userId],
    staleTime: 0,
    refetchInterval: 60_000,
    queryFn: ({ signal }) => call(getFirstSteps, { signal }),
  });

/** The visited steps among those that are done by visiting a page. */
export const seen = (userId: string) =>
  queryOptions({
    queryKey: ['firstSteps', 'seen', userId],
    queryFn: async ({ signal }) =>
      seenOf((await call(getPreference, { params: { key: KEY }, signal })).value),
  });

/** Saves the visited steps. Throws `ApiError`. */
export async function saveSeen(ids: readonly string[]): Promise<void> {
  await call(putPreference, { params: { key: KEY }, body: { value: { seen: [...ids] } } });
}
