import pino from 'pino';
import { expect, test, vi } from 'vitest';
import { startOwnDatabase } from '../testing/own-database.ts';
import { setUp } from '../testing/set-up.ts';
import { type NoticeChannel, Notices, notify } from './notices.ts';

const log = pino({ level: 'silent' });
const database = setUp(() => startOwnDatabase({ max: 2 }));

const ours = "application_name = 'voltloop-notices' and datname = current_database()";
const connections = async () =>
  (await database.pool.query(`select 1 from pg_stat_activity where ${ours}`)).rows.length;

/** Listens, and collects what arrives. */
function listener(channel: NoticeChannel) {
  const received: string[] = [];
  const notices = new Notices(database.pool, log, channel, {
    onNotice: (payload) => received.push(payload),
    onGap: () => received.push('gap'),
  });
  return { received, notices };
}

test('listeners of a process share one connection, and each receives its own channel', async () => {
  const [brands, tenants, other] = [
    listener('voltloop_brands'),
    listener('voltloop_tenants'),
    listener('voltloop_tenants'),
  ];
  await Promise.all([brands, tenants].map(({ notices }) => notices.start()));
  await other.notices.start();
  expect(await connections()).toBe(1);
  await notify(database.db, 'voltloop_brands', 'a');
  await notify(database.db, 'voltloop_tenants', 'b');
  await vi.waitFor(() => expect(other.received).toEqual(['gap', 'b']));
  expect([brands.received, tenants.received]).toEqual([
    ['gap', 'a'],
    ['gap', 'b'],
  ]);

  await tenants.notices.stop();
  await notify(database.db, 'voltloop_tenants', 'c');
  await vi.waitFor(() => expect(other.received).toEqual(['gap', 'b', 'c']));
  expect([tenants.received, tenants.notices.listening]).toEqual([['gap', 'b'], false]);

  await database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${ours}`);
  await vi.waitFor(() => expect([brands.notices.listening, brands.received.at(-1)]).toEqual([true, 'gap']));
  await notify(database.db, 'voltloop_brands', 'd');
  await vi.waitFor(() => expect(brands.received.at(-1)).toBe('d'));

  await brands.notices.stop();
  await other.notices.stop();
  await vi.waitFor(async () => expect(await connections()).toBe(0));
  await brands.notices.start();
  expect([await connections(), brands.notices.listening]).toEqual([1, true]);
  await brands.notices.stop();
});
