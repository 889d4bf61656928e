import { expect, test } from 'vitest';
import { jobsOf } from './queries.ts';

const view = { page: 1, size: 10, state: null, search: '' };
/** How soon the jobs of a batch are refetched, when the last answer had jobs that were finished then, or not. */
function asksAgain(moving: boolean, ...finished: (number | null)[]): unknown {
  const { refetchInterval } = jobsOf('t', 'b', view, moving);
  const list = finished.map((finished_at) => ({ finished_at }));
  const query = { state: { data: { list, total: list.length } } };
  return typeof refetchInterval === 'function' ? refetchInterval(query as never) : refetchInterval;
}

test('jobs that are shown as open are refetched soon, also when their batch is known to have finished', () => {
  expect(asksAgain(false, 1, null)).toBe(1000);
  expect(asksAgain(true, 1)).toBe(1000);
  expect(asksAgain(false, 1, 1)).toBe(15_000);
});
