import { expect, it } from 'vitest';
import { failureOf } from './query-failure.ts';

const failure = new Error('busy');
const waiting = { data: undefined, error: null, failureReason: null, fetchStatus: 'fetching' } as const;

it('failureOf returns the error of the first failed attempt, and null once data is loaded', () => {
  expect(failureOf(waiting)).toBeNull();
  expect(failureOf({ ...waiting, failureReason: failure })).toBe(failure);
  expect(failureOf({ ...waiting, error: failure, fetchStatus: 'idle' })).toBe(failure);
  expect(failureOf({ ...waiting, data: [], error: failure, failureReason: failure })).toBeNull();
});

it('failureOf reports an unreachable server while there is no network', () => {
  expect(failureOf({ ...waiting, fetchStatus: 'paused' })).toMatchObject({ status: 0 });
  expect(failureOf({ ...waiting, data: [], fetchStatus: 'paused' })).toBeNull();
});
