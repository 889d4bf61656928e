import { expect, test } from 'vitest';
import { writeInParts } from './write-in-parts.ts';

/** A store that refuses some numbers, and is unreachable for the first writes. */
async function write(count: number, bad: number[], away = 0) {
  const written: number[] = [];
  const put: number[] = [];
  let writes = 0;
  await writeInParts(count, {
    isRefused: (error) => error === 'refused',
    write: async ({ from, to }) => {
      if (++writes <= away) throw 'away';
      const part = Array.from({ length: to - from }, (_, i) => from + i);
      if (part.some((n) => bad.includes(n))) throw 'refused';
      written.push(...part);
    },
    quarantine: async (i) => void put.push(i),
    pause: async () => {},
  });
  return { written, put, writes };
}

test('all accepted items are written once, in order', async () => {
  const { written, put } = await write(10, [0, 3, 9]);
  expect(written).toEqual([1, 2, 4, 5, 6, 7, 8]);
  expect(put).toEqual([0, 3, 9]);
});

test('one invalid item among many costs few writes', async () => {
  const { put, writes } = await write(4096, [1234]);
  expect(put).toEqual([1234]);
  expect(writes).toBeLessThanOrEqual(25);
});

test('an unreachable store is retried, and nothing is rejected', async () => {
  expect(await write(3, [], 5)).toEqual({ written: [0, 1, 2], put: [], writes: 6 });
  expect(await write(0, [])).toEqual({ written: [], put: [], writes: 0 });
});
