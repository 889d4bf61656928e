import { expect, test } from 'vitest';
import { KeyedQueue } from './keyed-queue.ts';

test('work on one key runs in order, also after a failure; other keys run concurrently', async () => {
  const turns = new KeyedQueue();
  const log: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = turns.run('a', async () => {
    await gate.promise;
    log.push('a1');
    throw new Error('a1 failed');
  });
  const second = turns.run('a', async () => log.push('a2'));
  await turns.run('b', async () => log.push('b1'));
  expect(log).toEqual(['b1']);
  gate.resolve();
  await expect(first).rejects.toThrow('a1 failed');
  await second;
  expect(log).toEqual(['b1', 'a1', 'a2']);
});

test('a full queue refuses further work, and accepts it again later', async () => {
  const turns = new KeyedQueue();
  const gate = Promise.withResolvers<void>();
  const inLine = Array.from({ length: 20 }, () => turns.run('a', () => gate.promise));
  await expect(turns.run('a', async () => {})).rejects.toMatchObject({
    codeName: 'tooMany',
    retryAfter_s: 5,
  });
  gate.resolve();
  await Promise.all(inLine);
  await expect(turns.run('a', async () => 'done')).resolves.toBe('done');
});
