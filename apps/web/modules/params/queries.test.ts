import { expect, test } from 'vitest';
import { jobsOf } from './queries.ts';

const view = { page: 1, size: 10, state: null, search: '' };
/** The refetch interval of a batch's jobs, given whether the jobs last fetched were finished. */
function asksAgain(moving: boolean, ...finished: (number | null)[]): unknown {
  const { refetchInterval } = jobsOf('t', 'b', view, moving);
  const list = finished.map((finished_at) => ({ finished_at }));
  const query = { state: { data: { list, total: list.length } } };
  // The part of a query that the function reads.
  return typeof refetchInterval === 'function' ? refetchInterval(query as never) : refetchInterval;
}

test('open jobs are refetched soon, even if their batch is already shown as finished', () => {
  expect(asksAgain(false, 1, null)).toBe(1000);
  expect(asksAgain(true, 1)).toBe(1000);
  expect(asksAgain(false, 1, 1)).toBe(15_000);
});
