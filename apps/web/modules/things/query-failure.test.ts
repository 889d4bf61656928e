import { expect, it } from 'vitest';
import { failureOf } from './query-failure.ts';

const failure = new Error('busy');
const waiting = { data: undefined, error: null, failureReason: null, fetchStatus: 'fetching' } as const;

it('failureOf speaks at the first failed try, and never over loaded figures', () => {
  expect(failureOf(waiting)).toBeNull();
  expect(failureOf({ ...waiting, failureReason: failure })).toBe(failure);
  expect(failureOf({ ...waiting, error: failure, fetchStatus: 'idle' })).toBe(failure);
  expect(failureOf({ ...waiting, data: [], error: failure, failureReason: failure })).toBeNull();
});

it('failureOf says that the server cannot be reached while there is no network', () => {
  expect(failureOf({ ...waiting, fetchStatus: 'paused' })).toMatchObject({ status: 0 });
  expect(failureOf({ ...waiting, data: [], fetchStatus: 'paused' })).toBeNull();
});
