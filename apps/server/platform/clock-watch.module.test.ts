import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { startOwnDatabase } from '../testing/own-database.ts';
import { setUp } from '../testing/set-up.ts';
import { acceptClock, ClockWatch } from './clock-watch.ts';
import { createLog } from './log.ts';
import { Repeated } from './rounds.ts';
import { schedule } from './schedule.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const database = setUp(startOwnDatabase);

/** How far the clock of the host is ahead of the right time, and the time since its start. */
let ahead_ms = 0;
let passed_ms = 0;
const clock = () => new Date(Date.now() + passed_ms + ahead_ms);
const watchOf = (hasOtherHost: boolean) =>
  new ClockWatch({
    db: database.db,
    log: createLog('silent'),
    clock,
    hasOtherHost,
    monotonic_ms: () => performance.now() + passed_ms,
  });

/** States of devices whose newest frame was received and measured so long ago. */
async function devices(...ago: { received_ms: number; measured_ms: number }[]): Promise<void> {
  const client = await database.pool.connect();
  // States without their devices.
  await client.query("set session_replication_role = 'replica'");
  await client.query('delete from thing_state');
  for (const { received_ms, measured_ms } of ago)
    await client.query('insert into thing_state (thing_id, received_at, last_time) values ($1, $2, $3)', [
      randomUUID(),
      new Date(Date.now() - received_ms),
      new Date(Date.now() - measured_ms),
    ]);
  client.release(true);
}

beforeEach(async () => {
  ahead_ms = 0;
  passed_ms = 0;
  await devices();
  await database.pool.query("delete from instance_facts where key = 'clock_accepted_ms'");
});

describe('a clock', () => {
  test.each([-40 * DAY_MS, -31_000, 31_000, 200 * DAY_MS])(
    'that differs from PostgreSQL by %i ms is wrong',
    async (ms) => {
      ahead_ms = ms;
      const watch = watchOf(true);
      await watch.check();
      expect([watch.fault(), watch.isPaused()]).toEqual(['clock_differs', true]);
      ahead_ms = 0;
      await watch.check();
      expect([watch.fault(), watch.isPaused()]).toEqual([null, false]);
    },
  );

  test('that jumps is wrong at once, and compared again', async () => {
    const watch = watchOf(true);
    await watch.check();
    expect(watch.fault()).toBeNull();
    passed_ms = DAY_MS;
    expect(watch.fault()).toBeNull();
    ahead_ms = -40 * DAY_MS;
    expect(watch.fault()).toBe('clock_jumped');
  });

  test('that is before received data is wrong, until the operator accepts that data', async () => {
    // Received while the clock was ahead: to the database on the same host it looks the same as a clock that is behind.
    await devices({ received_ms: -40 * DAY_MS, measured_ms: MINUTE_MS });
    const watch = watchOf(false);
    await watch.check();
    expect(watch.fault()).toBe('clock_behind_data');
    expect(await acceptClock(database.db, clock())).toBeInstanceOf(Date);
    await watch.check();
    expect(watch.fault()).toBeNull();
    const other = watchOf(true);
    await other.check();
    expect(other.fault()).toBeNull();
  });
});

describe('work by the clock', () => {
  const roundsOf = (watch: ClockWatch) => {
    let rounds = 0;
    const services = { log: createLog('silent'), clockWatch: watch };
    const work = new Repeated({ work: schedule.sessions_ended, services, failure: 'failed' }, async () => {
      rounds += 1;
    });
    return async () => {
      await work.run();
      return rounds;
    };
  };

  test('waits while the clock is wrong', async () => {
    ahead_ms = 200 * DAY_MS;
    const watch = watchOf(true);
    await watch.check();
    const run = roundsOf(watch);
    expect(await run()).toBe(0);
    ahead_ms = 0;
    await watch.check();
    expect(await run()).toBe(1);
  });

  test('waits while several devices report, and all of them a time long before', async () => {
    const daysAgo = { received_ms: MINUTE_MS, measured_ms: 5 * DAY_MS };
    const watch = watchOf(false);
    const run = roundsOf(watch);
    await devices(daysAgo, daysAgo);
    await watch.check();
    expect(await run()).toBe(1);
    await devices(daysAgo, daysAgo, daysAgo);
    await watch.check();
    // Their frames are accepted: they may have been stored during an outage.
    expect([await run(), watch.fault()]).toEqual([1, null]);
    await devices(daysAgo, daysAgo, daysAgo, { received_ms: MINUTE_MS, measured_ms: MINUTE_MS });
    await watch.check();
    expect(await run()).toBe(2);
  });

  test('waits after a start with old data for newer data, or for an hour', async () => {
    const old = { received_ms: 200 * DAY_MS, measured_ms: 200 * DAY_MS };
    for (const confirm of [
      () => devices(old, { received_ms: 0, measured_ms: 0 }),
      // An hour passes, but not for PostgreSQL: the clock stays in agreement with it.
      async () => {
        passed_ms += 61 * MINUTE_MS;
        ahead_ms -= 61 * MINUTE_MS;
      },
    ]) {
      await devices(old);
      const watch = watchOf(false);
      await watch.start();
      const run = roundsOf(watch);
      expect([watch.fault(), await run()]).toEqual([null, 0]);
      await confirm();
      await watch.check();
      expect(await run()).toBe(1);
      await watch.stop();
    }
  });
});

test('the earliest clock is that of the newest measurement and three days, or that of PostgreSQL', async () => {
  ahead_ms = 200 * DAY_MS;
  const watch = watchOf(false);
  const ago_ms = async () => Date.now() - (await watch.earliest()).getTime();
  expect(await ago_ms()).toBeLessThan(MINUTE_MS);
  await devices({ received_ms: -200 * DAY_MS, measured_ms: 10 * DAY_MS });
  expect(Math.round((await ago_ms()) / DAY_MS)).toBe(7);
});
