import { expect, test } from 'vitest';
import { KeyedQueue } from './keyed-queue.ts';

test('work on one key runs in order, also after a failure; other keys run concurrently', async () => {
  const queue = new KeyedQueue();
  const log: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = queue.run('a', async () => {
    await gate.promise;
    log.push('a1');
    throw new Error('a1 failed');
  });
  const second = queue.run('a', async () => log.push('a2'));
  await queue.run('b', async () => log.push('b1'));
  expect(log).toEqual(['b1']);
  gate.resolve();
  await expect(first).rejects.toThrow('a1 failed');
  await second;
  expect(log).toEqual(['b1', 'a1', 'a2']);
});

test('a full queue refuses further work, and accepts it again later', async () => {
  const queue = new KeyedQueue();
  const gate = Promise.withResolvers<void>();
  const inLine = Array.from({ length: 20 }, () => queue.run('a', () => gate.promise));
  await expect(queue.run('a', async () => {})).rejects.toMatchObject({
    codeName: 'tooMany',
    retryAfter_s: 5,
  });
  gate.resolve();
  await Promise.all(inLine);
  await expect(queue.run('a', async () => 'done')).resolves.toBe('done');
});
