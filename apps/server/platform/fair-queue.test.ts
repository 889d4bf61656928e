import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FairQueue } from './fair-queue.ts';

/** Work that ends on request, and the order in which work started. */
function observed(queue: FairQueue) {
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (key: string, name: string, signal?: AbortSignal) =>
    queue.run(
      key,
      () =>
        new Promise<string>((resolve) => {
          began.push(name);
          ends.set(name, () => resolve(name));
        }),
      signal,
    );
  const end = async (name: string) => {
    ends.get(name)?.();
    await setImmediate();
  };
  return { began, run, end };
}

test('free places rotate between accounts, regardless of the length of their queues', async () => {
  const { began, run, end } = observed(new FairQueue({ atOnce: 2, atOncePerKey: 1, waitingPerKey: 9 }));
  const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => run(name[0] as string, name));
  await setImmediate();
  expect(began).toEqual(['a1', 'b1']);
  for (const name of ['a1', 'b1', 'a2', 'b2', 'c1', 'a3']) await end(name);
  expect(began).toEqual(['a1', 'b1', 'a2', 'b2', 'c1', 'a3']);
  expect(await Promise.all(all)).toHaveLength(6);
});

test('an account with a full queue is refused with a retry time, other accounts are not', async () => {
  const { began, run } = observed(new FairQueue({ atOnce: 9, atOncePerKey: 1, waitingPerKey: 1 }));
  void run('a', 'a1');
  void run('a', 'a2');
  await expect(run('a', 'a3')).rejects.toMatchObject({ codeName: 'tooMany', retryAfter_s: 5 });
  void run('b', 'b1');
  expect(began).toEqual(['a1', 'b1']);
});

test('a waiter that leaves gives up its place, and failed work frees its own', async () => {
  const queue = new FairQueue({ atOnce: 1, atOncePerKey: 1, waitingPerKey: 5 });
  const { began, run, end } = observed(queue);
  const first = run('a', 'a1');
  const leaving = new AbortController();
  const left = run('b', 'b1', leaving.signal);
  const stays = run('b', 'b2');
  leaving.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');
  await end('a1');
  await first;
  expect(began).toEqual(['a1', 'b2']);
  await end('b2');
  await stays;
  await expect(queue.run('c', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(queue.running).toBe(0);
});
