import { jobStates } from '@voltloop/contract/firmware-states.ts';
import { expect, test } from 'vitest';
import { jobsOf } from './queries.ts';

const view = { page: 1, size: 10, state: null, search: '' };
/** The refetch interval of a campaign's jobs, given the states of the jobs last fetched. */
function asksAgain(moving: boolean, ...states: number[]): unknown {
  const { refetchInterval } = jobsOf('t', 'c', view, moving);
  const query = { state: { data: { list: states.map((state) => ({ state })), total: states.length } } };
  // The part of a query that the function reads.
  return typeof refetchInterval === 'function' ? refetchInterval(query as never) : refetchInterval;
}
const { waiting, sent, downloading, installing, done, failed } = jobStates;

test('jobs under way are refetched soon, even if their campaign is already shown as finished', () => {
  for (const state of [sent, downloading, installing]) expect(asksAgain(false, done, state)).toBe(2000);
  expect(asksAgain(true, waiting)).toBe(2000);
  expect(asksAgain(false, waiting, done, failed)).toBe(20_000);
});
