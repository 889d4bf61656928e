import { jobStates } from '@voltloop/contract/firmware-states.ts';
import { expect, test } from 'vitest';
import { jobsOf } from './queries.ts';

const view = { page: 1, size: 10, state: null, search: '' };
/** How soon the jobs of a campaign are refetched, when the last answer had jobs in these states. */
function asksAgain(moving: boolean, ...states: number[]): unknown {
  const { refetchInterval } = jobsOf('t', 'c', view, moving);
  const query = { state: { data: { list: states.map((state) => ({ state })), total: states.length } } };
  return typeof refetchInterval === 'function' ? refetchInterval(query as never) : refetchInterval;
}
const { waiting, sent, downloading, installing, done, failed } = jobStates;

test('jobs that are shown under way are refetched soon, also when their campaign is known to have finished', () => {
  for (const state of [sent, downloading, installing]) expect(asksAgain(false, done, state)).toBe(2000);
  expect(asksAgain(true, waiting)).toBe(2000);
  expect(asksAgain(false, waiting, done, failed)).toBe(20_000);
});
