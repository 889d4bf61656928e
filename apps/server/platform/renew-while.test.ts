import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renewWhile } from './renew-while.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Work of `minutes` under a lease of two minutes that is renewed every 30 seconds. */
async function work(minutes: number, renew: () => Promise<boolean>) {
  const failures: unknown[] = [];
  const working = renewWhile(
    {
      renew,
      lease_ms: 120_000,
      every_ms: 30_000,
      clock: () => new Date(),
      onFailure: (err) => failures.push(err),
    },
    async (signal) => {
      await new Promise((done) => setTimeout(done, minutes * 60_000));
      return signal.aborted;
    },
  );
  await vi.advanceTimersByTimeAsync(minutes * 60_000);
  return { isAborted: await working, failures };
}
const away = () => Promise.reject(new Error('away'));

test('work that is longer than its lease continues while renewals succeed', async () => {
  const renew = vi.fn(async () => true);
  expect(await work(10, renew)).toEqual({ isAborted: false, failures: [] });
  expect(renew).toHaveBeenCalledTimes(19);
});

test('failed renewals do not end the work while the lease lasts', async () => {
  const renew = vi
    .fn(async () => true)
    .mockImplementationOnce(away)
    .mockImplementationOnce(away);
  const { isAborted, failures } = await work(10, renew);
  expect([isAborted, failures.length]).toEqual([false, 2]);
});

test('the work is aborted when the lease has expired', async () => {
  expect((await work(2.1, away)).isAborted).toBe(true);
  expect((await work(1.9, away)).isAborted).toBe(false);
  expect((await work(3, () => new Promise(() => {}))).isAborted).toBe(true);
});

test('the work is aborted when another node has the lease', async () => {
  expect((await work(0.6, async () => false)).isAborted).toBe(true);
});
