import { expect, test } from 'vitest';
import { type Standing, StandingQueue } from './standing-queue.ts';

/** Work that starts in the order of `begun` and ends on request. */
function start(queue: StandingQueue, begun: string[]) {
  const gates: (() => void)[] = [];
  const run = (standing: Standing, name: string) =>
    queue.run(standing, () => {
      begun.push(name);
      return new Promise<void>((done) => gates.push(done));
    });
  const finishOne = async () => {
    gates.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { run, finishOne };
}

test('known accounts are served before a flood of unknown ones, which still make progress', async () => {
  const begun: string[] = [];
  const { run, finishOne } = start(
    new StandingQueue({ all: 1, unknown: 1 }, { known: 10, unknown: 10 }),
    begun,
  );
  const all = [run('unknown', 'running')];
  for (let i = 1; i <= 3; i++) all.push(run('unknown', `stranger ${i}`));
  for (let i = 1; i <= 5; i++) all.push(run('known', `known ${i}`));
  for (let i = 0; i < 9; i++) await finishOne();
  await Promise.all(all);
  expect(begun).toEqual([
    'running',
    'known 1',
    'known 2',
    'known 3',
    'stranger 1',
    'known 4',
    'known 5',
    'stranger 2',
    'stranger 3',
  ]);
});

test('a full queue refuses unknown callers, and keeps places for known ones', async () => {
  const begun: string[] = [];
  const { run, finishOne } = start(
    new StandingQueue({ all: 1, unknown: 1 }, { known: 1, unknown: 2 }),
    begun,
  );
  const all = [run('unknown', 'a'), run('unknown', 'b'), run('unknown', 'c')];
  await expect(run('unknown', 'd')).rejects.toMatchObject({ codeName: 'tooMany', retryAfter_s: 3 });
  all.push(run('known', 'e'));
  await expect(run('known', 'f')).rejects.toMatchObject({ codeName: 'tooMany' });
  for (let i = 0; i < 4; i++) await finishOne();
  await Promise.all(all);
  expect(begun).toEqual(['a', 'e', 'b', 'c']);
});

test('failed work releases its place', async () => {
  const queue = new StandingQueue({ all: 1, unknown: 1 }, { known: 1, unknown: 1 });
  await expect(queue.run('known', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await queue.run('known', async () => 'yes')).toBe('yes');
});

test('places reserved for known callers stay free of unknown ones', async () => {
  const begun: string[] = [];
  const { run, finishOne } = start(
    new StandingQueue({ all: 3, unknown: 2 }, { known: 5, unknown: 5 }),
    begun,
  );
  const all = ['a', 'b', 'c', 'd'].map((name) => run('unknown', name));
  all.push(run('known', 'e'));
  expect(begun).toEqual(['a', 'b', 'e']);
  for (let i = 0; i < 5; i++) await finishOne();
  await Promise.all(all);
  expect(begun).toEqual(['a', 'b', 'e', 'c', 'd']);
});

test('started work is finished even when the queue is full', async () => {
  const queue = new StandingQueue({ all: 1, unknown: 1 }, { known: 0, unknown: 0 });
  const gate = Promise.withResolvers<string>();
  const first = queue.run('unknown', () => gate.promise);
  expect(() => queue.refuseWhenFull('unknown')).toThrow();
  const rest = queue.finish('unknown', async () => 'rest');
  gate.resolve('first');
  expect(await Promise.all([first, rest])).toEqual(['first', 'rest']);
});
