import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { startOwnDatabase } from '../testing/own-database.ts';
import { setUp } from '../testing/set-up.ts';
import { LeasedRows } from './leased-rows.ts';

const LEASE_MS = 60_000;
const start = new Date('2026-03-01T12:00:00Z');
const after = (s: number) => new Date(start.getTime() + s * 1000);

const database = setUp(() => startOwnDatabase({ max: 4 }));
const queue = new LeasedRows({ table: 'queued', countsTries: true });

beforeEach(async () => {
  await sql`drop table if exists queued`.execute(database.db);
  await sql`create table queued (id text primary key, state text not null default 'waiting', next_at timestamptz not null,
    lease_id uuid, leased_until timestamptz, tries int not null default 0, error text)`.execute(database.db);
});

/** Queues rows, each due so many seconds after the start. */
const add = async (...due: number[]) => {
  for (const s of due)
    await sql`insert into queued (id, next_at) values (${`row ${s}`}, ${after(s)})`.execute(database.db);
};
const claim = (s: number, most = 10, early = false) =>
  queue.claim<{ id: string; tries: number }>(database.db, {
    now: after(s),
    lease_ms: LEASE_MS,
    most,
    early,
    returning: sql`q.id, q.tries`,
  });
const rows = async () =>
  (
    await sql<{
      id: string;
      state: string;
      error: string | null;
    }>`select id, state, error from queued`.execute(database.db)
  ).rows;

test('due rows are leased, those due first', async () => {
  await add(3, 1, 2, 9);
  expect((await claim(5, 2)).map(({ id }) => id).sort()).toEqual(['row 1', 'row 2']);
  expect(await claim(5)).toMatchObject([{ id: 'row 3', tries: 1 }]);
  expect(await claim(5)).toEqual([]);
  expect((await claim(5, 10, true)).map(({ id }) => id)).toEqual(['row 9']);
});

test('concurrent nodes never lease the same row', async () => {
  await add(...Array.from({ length: 40 }, (_, i) => i));
  const claimed = await Promise.all(Array.from({ length: 8 }, () => claim(100, 10)));
  const ids = claimed.flat().map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  // Those that another node had locked are left for the next claim.
  expect(ids.length + (await claim(100, 100)).length).toBe(40);
});

test('a row of a killed node is leased again after its lease, and the former node can no longer settle it', async () => {
  await add(0);
  const [former] = await claim(0);
  expect(await claim(59)).toEqual([]);
  const [later] = await claim(60);
  expect(later).toMatchObject({ id: 'row 0', tries: 2 });
  if (!former || !later) throw new Error('not leased');
  expect(await queue.renew(database.db, former, { now: after(61), lease_ms: LEASE_MS })).toBe(false);
  expect(await queue.settle(database.db, former, sql`state = 'done'`)).toBeUndefined();
  expect(await queue.settle(database.db, later, sql`error = 'later', next_at = ${after(90)}`)).toBeDefined();
  expect(await rows()).toEqual([{ id: 'row 0', state: 'waiting', error: 'later' }]);
  expect(await claim(89)).toEqual([]);
  expect(await claim(90)).toHaveLength(1);
});

test('a renewed lease lasts from its renewal', async () => {
  await add(0);
  const [lease] = await claim(0);
  if (!lease) throw new Error('not leased');
  expect(await queue.renew(database.db, lease, { now: after(50), lease_ms: LEASE_MS })).toBe(true);
  expect(await claim(100)).toEqual([]);
  expect(await claim(110)).toHaveLength(1);
});

test('a row that somebody has withdrawn meanwhile is not settled', async () => {
  await add(0);
  const [lease] = await claim(0);
  await sql`update queued set state = 'dropped'`.execute(database.db);
  if (!lease) throw new Error('not leased');
  expect(await queue.settle(database.db, lease, sql`state = 'done'`)).toBeUndefined();
  expect(await rows()).toMatchObject([{ state: 'dropped' }]);
});

test('rows that a transaction has chosen are leased together', async () => {
  await add(0, 1, 2);
  const leaseId = await database.db
    .transaction()
    .execute((trx) => queue.lease(trx, ['row 0', 'row 2'], { now: after(5), lease_ms: LEASE_MS }));
  expect(await claim(5)).toMatchObject([{ id: 'row 1' }]);
  expect(await queue.settle(database.db, { id: 'row 2', leaseId }, sql`state = 'done'`)).toBeDefined();
});
