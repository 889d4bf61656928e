import { beforeAll, expect, test } from 'vitest';
import { setUp } from '../../../testing/set-up.ts';
import { type Fixture, telemetryFixture } from '../../../testing/telemetry.ts';
import { createEvents, type Events } from './index.ts';
import { EventSweep } from './sweep.ts';

const MINUTE_MS = 60_000;
const clock = { now: Date.parse('2026-06-10T10:00:00Z') };
const link = { cause: null as string | null };
let events: Events;
const fixture = (roles: ('api' | 'ingest' | 'jobs')[]) =>
  telemetryFixture({
    now: () => new Date(clock.now),
    config: { roles: new Set(roles) },
    brokerLink: () => link.cause,
    more: () => [],
  });
const f = setUp(() => fixture(['api', 'ingest', 'jobs']));
let devid: string;
let made = 0;

beforeAll(async () => {
  events = await watch(f);
});

async function watch({ services, telemetry, uplink }: Fixture): Promise<Events> {
  const things = { byDevid: async () => null, find: async () => never(), onWrongSecrets: () => {} };
  return createEvents(services, things, telemetry, uplink);
}
const never = (): never => {
  throw new Error('not used');
};

/** A device that has just sent a frame. */
async function device(of: Fixture = f): Promise<void> {
  devid = `SIL-${++made}`;
  await of.thing(devid);
  await frame(of);
}
async function frame(of: Fixture = f): Promise<void> {
  await of.send(devid, { ts: clock.now, boot: 1, seq: clock.now, data: { M_SOC: 50 } });
  await of.telemetry.flush();
}
/** Time passes, in which the process looks for silent things each minute. */
async function pass(minutes: number, of: Fixture = f): Promise<void> {
  for (let i = 0; i < minutes; i++) {
    clock.now += MINUTE_MS;
    await of.telemetry.markSilent();
  }
}
const shown = async (of: Fixture = f) => {
  const { rows } = await of.services.pool.query(
    `select s.online, coalesce(array_agg(e.state order by e.begin_time) filter (where e.code = 'OFFLINE'), '{}') as events
     from things t join thing_state s on s.thing_id = t.id left join events e on e.thing_id = t.id
     where t.devid = $1 group by s.online`,
    [devid],
  );
  return rows[0];
};
const setTimes = (own: number | null, ofTenant: number | null) =>
  f.services.pool.query(
    `with t as (update tenants set offline_after_s = $2) update things set offline_after_s = $1 where devid = $3`,
    [own, ofTenant, devid],
  );

test('a device is offline after five minutes of silence, with one notice until its next message', async () => {
  await device();
  await pass(5);
  expect(await shown()).toEqual({ online: true, events: [] });
  await pass(3);
  expect(await shown()).toEqual({ online: false, events: [1] });
  await frame();
  expect(await shown()).toEqual({ online: true, events: [2] });
  await pass(7);
  expect(await shown()).toEqual({ online: false, events: [2, 1] });
  const { rows } = await f.services.pool.query(
    'select extract(epoch from $2::timestamptz - begin_time)::int as age_s from events where state = 1 and thing_id = (select id from things where devid = $1)',
    [devid, new Date(clock.now)],
  );
  expect(rows).toEqual([{ age_s: 7 * 60 }]);
});

test('a state message ends the notice too, a last will does not', async () => {
  await device();
  await pass(7);
  const says = (message: object) =>
    f.uplink.deliver({
      devid,
      kind: 'state',
      payload: Buffer.from(JSON.stringify(message)),
      retained: false,
    });
  await says({ online: false });
  await f.telemetry.flush();
  expect(await shown()).toEqual({ online: false, events: [1] });
  await says({ online: true });
  await f.telemetry.flush();
  expect(await shown()).toEqual({ online: true, events: [2] });
});

test('a device that reports itself offline gets the notice after its time', async () => {
  await device();
  await f.uplink.deliver({ devid, kind: 'state', payload: Buffer.from('{"online":false}'), retained: false });
  await f.telemetry.flush();
  expect(await shown()).toEqual({ online: false, events: [] });
  await pass(7);
  expect(await shown()).toEqual({ online: false, events: [1] });
});

test('the time of the device counts before that of its tenant, and this before that of the model', async () => {
  await device();
  await setTimes(null, 10 * 60);
  await pass(9);
  expect(await shown()).toEqual({ online: true, events: [] });
  await setTimes(20 * 60, 10 * 60);
  await pass(9);
  expect(await shown()).toEqual({ online: true, events: [] });
  await pass(3);
  expect(await shown()).toEqual({ online: false, events: [1] });
  await setTimes(null, null);
});

test('silence does not count while the broker cannot be read, nor until the time has passed again', async () => {
  await device();
  link.cause = 'broker_link';
  await pass(10);
  link.cause = null;
  await pass(4);
  expect(await shown()).toEqual({ online: true, events: [] });
  await pass(3);
  expect(await shown()).toEqual({ online: false, events: [1] });
});

test('a deleted device raises nothing', async () => {
  await device();
  await f.services.pool.query('update things set deleted_at = now() where devid = $1', [devid]);
  await pass(10);
  expect(await shown()).toEqual({ online: true, events: [] });
});

test('a process without ingest raises nothing', async () => {
  const jobs = await fixture(['jobs']);
  try {
    const own = await watch(jobs);
    await device(jobs);
    const sweep = new EventSweep(jobs.services, jobs.telemetry);
    await pass(20, jobs);
    await sweep.run();
    await own.stop?.();
    expect(await shown(jobs)).toEqual({ online: true, events: [] });
  } finally {
    await jobs.stop();
  }
});

test('a notice that a killed process could not end is ended by the sweep', async () => {
  await device();
  await pass(7);
  clock.now += 1000;
  await f.services.pool.query(
    'update thing_state s set online = true, silent = false, received_at = $2 from things t where t.id = s.thing_id and t.devid = $1',
    [devid, new Date(clock.now)],
  );
  await new EventSweep(f.services, f.telemetry).run();
  expect((await shown()).events).toEqual([2]);
  await events.settled();
});
