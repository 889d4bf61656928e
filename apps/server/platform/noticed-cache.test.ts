import { expect, test, vi } from 'vitest';
import { NoticedCache } from './noticed-cache.ts';

/** A cache over a store whose answers the test gives. */
function setUp({ max = 10, life_ms = Number.POSITIVE_INFINITY } = {}) {
  const queries: { key: string; answer: (value: string) => void; fail: (error: Error) => void }[] = [];
  const state = { isNotified: true };
  const cache = new NoticedCache<string, string>(
    (key) => new Promise((answer, fail) => queries.push({ key, answer, fail })),
    { max, isNotified: () => state.isNotified, life_ms: (_, isNotified) => (isNotified ? life_ms : 0) },
  );
  /** Reads a key; if that needs a query, its answer is `value`. */
  const read = (key: string, value: string) => {
    const before = queries.length;
    const reading = cache.get(key);
    if (queries.length > before) queries.at(-1)?.answer(value);
    return reading;
  };
  return { cache, queries, state, read };
}

test('concurrent callers share one query, and later ones need none', async () => {
  const { cache, queries, read } = setUp();
  const both = [cache.get('a'), cache.get('a')];
  queries[0]?.answer('1');
  expect(await Promise.all(both)).toEqual(['1', '1']);
  expect(await read('a', '2')).toBe('1');
  expect(queries).toHaveLength(1);
});

test.each([
  ['of its key', (cache: NoticedCache<string, string>) => cache.forget('a')],
  ['of its value', (cache: NoticedCache<string, string>) => cache.forgetWhere((value) => value === '1')],
  ['of everything', (cache: NoticedCache<string, string>) => cache.forgetAll()],
])('a notice %s causes another query', async (_what, forget) => {
  const { cache, read } = setUp();
  await read('a', '1');
  forget(cache);
  expect(await read('a', '2')).toBe('2');
});

test('a notice about others keeps a value', async () => {
  const { cache, read } = setUp();
  await read('a', '1');
  cache.forget('b');
  cache.forgetWhere((value) => value === '2');
  expect(await read('a', '2')).toBe('1');
});

test('a notice about another key leaves a pending query cacheable', async () => {
  const { cache, queries } = setUp();
  const early = cache.get('a');
  cache.forget('b');
  queries[0]?.answer('1');
  expect([await early, await cache.get('a'), queries.length]).toEqual(['1', '1', 1]);
});

test('a query that was pending during a notice is neither shared nor cached', async () => {
  const { cache, queries } = setUp();
  const early = cache.get('a');
  cache.forget('a');
  const late = cache.get('a');
  queries[1]?.answer('new');
  queries[0]?.answer('old');
  expect([await early, await late]).toEqual(['old', 'new']);
  expect(await cache.get('a')).toBe('new');
});

test('nothing is cached or returned from the cache while notices do not arrive', async () => {
  const { state, read } = setUp();
  await read('a', '1');
  state.isNotified = false;
  expect(await read('a', '2')).toBe('2');
  expect(await read('b', '1')).toBe('1');
  state.isNotified = true;
  expect(await read('b', '2')).toBe('2');
});

test('a value that is too old is queried again', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const { read } = setUp({ life_ms: 5000 });
    await read('a', '1');
    vi.advanceTimersByTime(4999);
    expect(await read('a', '2')).toBe('1');
    vi.advanceTimersByTime(1);
    expect(await read('a', '2')).toBe('2');
  } finally {
    vi.useRealTimers();
  }
});

test('the least recently used value makes room for others', async () => {
  const { cache, read } = setUp({ max: 2 });
  for (const key of ['a', 'b', 'a', 'c']) await read(key, '1');
  expect(cache.size).toBe(2);
  expect(await read('a', '2')).toBe('1');
  expect(await read('b', '2')).toBe('2');
});

test('a failed query rejects its callers, and the next one queries again', async () => {
  const { cache, queries, read } = setUp();
  const both = [cache.get('a'), cache.get('a')];
  queries[0]?.fail(new Error('away'));
  for (const each of both) await expect(each).rejects.toThrow('away');
  expect(await read('a', '1')).toBe('1');
});
