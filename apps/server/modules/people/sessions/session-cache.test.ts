import { expect, test } from 'vitest';
import type { Caller } from '../../../platform/ctx.ts';
import { SessionCache, type SessionFacts } from './session-cache.ts';

const facts = (accountId: string): SessionFacts => ({
  caller: { accountId } as Caller,
  endsAt: new Date('2026-01-01'),
  mustChangePassword: false,
});

/** A cache over a store whose answers the test controls. */
function setUp() {
  const queries: { id: string; answer: (f: SessionFacts | null) => void }[] = [];
  const state = { listening: true };
  const cache = new SessionCache<SessionFacts>(
    (id) => new Promise((answer) => queries.push({ id, answer })),
    () => state.listening,
  );
  return { cache, queries, state };
}

test('concurrent calls share one query, and later ones need none', async () => {
  const { cache, queries } = setUp();
  const both = [cache.get('s'), cache.get('s')];
  expect(queries.length).toBe(1);
  queries[0]?.answer(facts('a'));
  expect(await Promise.all(both)).toEqual([facts('a'), facts('a')]);
  expect(await cache.get('s')).toEqual(facts('a'));
  expect(queries.length).toBe(1);
});

test.each([
  ['the session', (c: SessionCache) => c.forgetSession('s')],
  ['its account', (c: SessionCache) => c.forgetAccount('a')],
  ['everything', (c: SessionCache) => c.forgetAll()],
])('invalidating %s causes another query', async (_what, forget) => {
  const { cache, queries } = setUp();
  const first = cache.get('s');
  queries[0]?.answer(facts('a'));
  await first;
  forget(cache);
  const second = cache.get('s');
  expect(queries.length).toBe(2);
  queries[1]?.answer(null);
  expect(await second).toBeNull();
});

test('invalidating another account keeps this one', async () => {
  const { cache, queries } = setUp();
  const first = cache.get('s');
  queries[0]?.answer(facts('a'));
  await first;
  cache.forgetAccount('b');
  cache.forgetSession('t');
  await cache.get('s');
  expect(queries.length).toBe(1);
});

test('a token without an account is looked up again after any account has changed', async () => {
  const { cache, queries } = setUp();
  const disabled = cache.get('s');
  queries[0]?.answer(null);
  expect(await disabled).toBeNull();
  cache.forgetAccount('a');
  const enabled = cache.get('s');
  expect(queries.length).toBe(2);
  queries[1]?.answer(facts('a'));
  expect(await enabled).toEqual(facts('a'));
});

test('an answer that was pending during an invalidation is neither cached nor shared', async () => {
  const { cache, queries } = setUp();
  const before = cache.get('s');
  cache.forgetSession('s');
  const after = cache.get('s');
  expect(queries.length).toBe(2);
  queries[0]?.answer(facts('old'));
  queries[1]?.answer(facts('new'));
  expect(await before).toEqual(facts('old'));
  expect(await after).toEqual(facts('new'));
  expect(await cache.get('s')).toEqual(facts('new'));
});

test('nothing is cached while notices would be missed', async () => {
  const { cache, queries, state } = setUp();
  state.listening = false;
  const first = cache.get('s');
  queries[0]?.answer(facts('a'));
  await first;
  void cache.get('s');
  expect(queries.length).toBe(2);
});

test('a failed query is repeated', async () => {
  let queries = 0;
  const cache = new SessionCache<SessionFacts>(
    async () => {
      queries += 1;
      if (queries === 1) throw new Error('gone');
      return facts('a');
    },
    () => true,
  );
  await expect(cache.get('s')).rejects.toThrow('gone');
  expect(await cache.get('s')).toEqual(facts('a'));
});
