import { expect, test } from 'vitest';
import { AnswerCache } from './answer-cache.ts';

test('answers are cached for half a minute, failures are not cached, and the number of entries is limited', async () => {
  let now = 1_000_000;
  let made = 0;
  const kept = new AnswerCache<number>(() => new Date(now));
  const ask = (key: string) => kept.get(key, async () => ++made);
  expect(await Promise.all([ask('a'), ask('a'), ask('b')])).toEqual([1, 1, 2]);
  now += 29_999;
  expect(await ask('a')).toBe(1);
  now += 1;
  expect(await ask('a')).toBe(3);

  await expect(kept.get('c', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
  expect(await ask('c')).toBe(4);

  for (let i = 0; i < 1000; i++) await ask(`key ${i}`);
  expect(await ask('a')).toBe(1005);
});
