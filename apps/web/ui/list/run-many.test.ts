import { expect, it } from 'vitest';
import { runMany } from './run-many.ts';

it('runs each once, four at a time, and continues after a failure', async () => {
  const items = Array.from({ length: 11 }, (_, i) => i);
  const seen: number[] = [];
  const counts: number[] = [];
  let busy = 0;
  let most = 0;
  const outcomes = await runMany(
    items,
    async (item) => {
      seen.push(item);
      most = Math.max(most, ++busy);
      await new Promise((resolve) => setImmediate(resolve));
      busy -= 1;
      if (item % 5 === 3) throw new Error(`no ${item}`);
    },
    (done) => counts.push(done),
  );
  expect(seen).toEqual(items);
  expect(most).toBe(4);
  expect(counts).toEqual(items.map((i) => i + 1));
  expect(outcomes.map(({ item }) => item)).toEqual(items);
  expect(outcomes.filter(({ error }) => error).map(({ error }) => (error as Error).message)).toEqual([
    'no 3',
    'no 8',
  ]);
});

it('makes no call for an empty list', async () => {
  expect(await runMany([], () => Promise.reject(new Error('called')))).toEqual([]);
});
