import type { LiveEvents, Page, ThingEvent } from '@voltloop/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { liveTopics } from '../../../platform/bus.ts';
import { startDeviceServer, type TestDevice, until } from '../../../testing/devices.ts';
import { setUp } from '../../../testing/set-up.ts';
import type { AccountRow } from '../../people/accounts/index.ts';
import { handleEvent } from './handle-event.ts';
import { offline } from './rules.ts';
import { clearEvents, raiseEvents } from './store.ts';

const node = setUp(startDeviceServer);
let main: AccountRow;
let thing: { id: string; devid: string; secret: string };
let device: TestDevice;
let made = 0;
let seq = 0;
const notices: LiveEvents['event'][] = [];
const states: LiveEvents['state']['things'] = [];

beforeAll(async () => {
  main = await node.server.tenant();
  await node.services.bus.subscribe(liveTopics.event, (_topic, payload) => {
    notices.push(JSON.parse(payload.toString()));
  });
  await node.services.bus.subscribe(liveTopics.state, (_topic, payload) => {
    states.push(...(JSON.parse(payload.toString()) as LiveEvents['state']).things);
  });
});

beforeEach(async () => {
  thing = await node.register(main, `EVT${++made}`);
  device = await node.device(thing);
});

interface StoredEvent {
  id: string;
  thing_id: string;
  code: string;
  name_en: string;
  name_zh: string;
  level: number;
  value: number | null;
  threshold: number | null;
  begin_time: Date;
  end_time: Date | null;
  ack_time: Date | null;
  state: 1 | 2;
  reopened: number;
}

const rows = async (thingId = thing.id) => {
  const { rows } = await sql<StoredEvent>`
    select * from events where thing_id = ${thingId} order by begin_time, code`.execute(node.services.db);
  return rows;
};

const short = async () =>
  (await rows()).map((r) => [r.code, r.state, r.begin_time.getTime(), r.end_time?.getTime() ?? null]);

/** Sends a frame and waits until it is committed and its events are written. */
async function frame(ts: number, data: Record<string, number>, more: object = {}) {
  await device.publish('telemetry', { ts, boot: 1, seq: ++seq, data, ...more });
  await node.events.settled();
}

const status = async () => {
  await node.telemetry.flush();
  const { rows } = await sql<{ status: number }>`
      select status from thing_state where thing_id = ${thing.id}`.execute(node.services.db);
  const [row] = rows;
  return row?.status;
};

describe('fault bits', () => {
  it('raise and clear events at the device’s time, and the thing is faulty meanwhile', async () => {
    const t = Date.now() - 60_000;
    await frame(t, { M_PROT1: 0, M_SOC: 50 });
    expect(await status()).toBe(1);
    await frame(t + 1000, { M_PROT1: 0b100 });
    expect(await short()).toEqual([['M_PROT1.2', 1, t + 1000, null]]);
    expect(await status()).toBe(2);
    await frame(t + 2000, { M_PROT1: 0b100 });
    await frame(t + 3000, { M_PROT1: 0 });
    expect(await short()).toEqual([['M_PROT1.2', 2, t + 1000, t + 3000]]);
    expect(await status()).toBe(1);
    const [row] = await rows();
    expect(notices.filter((h) => h.devid === thing.devid)).toEqual([
      { id: row?.id, devid: thing.devid, code: 'M_PROT1.2', level: 3, state: 1 },
      { id: row?.id, devid: thing.devid, code: 'M_PROT1.2', level: 3, state: 2 },
    ]);
  });

  it('below the level of a fault also reach watchers as the problem of the thing, and so does their end', async () => {
    const t = Date.now() - 60_000;
    const problem = () => states.findLast((s) => s.devid === thing.devid)?.problem;
    await frame(t, { M_WARN2: 0, M_SOC: 50 });
    await frame(t + 1000, { M_WARN2: 1 });
    await until(() => problem()?.code === 'M_WARN2.0');
    const [row] = await rows();
    expect(problem()).toEqual({
      event_id: row?.id,
      code: 'M_WARN2.0',
      level: row?.level,
      name: { en: row?.name_en, zh: row?.name_zh },
      since: t + 1000,
      acknowledged: false,
    });
    await frame(t + 2000, { M_WARN2: 0 });
    await until(() => problem() === null);
  });

  it('of different packs are separate events', async () => {
    const t = Date.now();
    await frame(
      t,
      {},
      {
        packs: [
          { P_no: 1, P_PROT: 0 },
          { P_no: 2, P_PROT: 1 },
        ],
      },
    );
    expect(await rows()).toMatchObject([{ code: 'P_PROT.0@2', name_en: 'Cell over-voltage (pack 2)' }]);
  });

  it('in back-fill, late and duplicate frames never change newer state', async () => {
    const t = Date.now() - 60_000;
    await frame(t, { M_PROT1: 1 });
    await frame(t + 1000, { M_PROT1: 0 });
    const before = await short();
    expect(before).toEqual([['M_PROT1.0', 2, t, t + 1000]]);
    await frame(t, { M_PROT1: 1 });
    await frame(t + 500, { M_PROT1: 1 });
    await frame(t + 5000, { M_PROT1: 1 }, { q: 1 });
    expect(await short()).toEqual(before);
    await frame(t + 2000, { M_PROT1: 1 });
    await frame(t + 1500, { M_PROT1: 0 });
    expect(await short()).toEqual([['M_PROT1.0', 1, t, null]]);
  });

  it('that flicker within one message are one event that counts its repetitions', async () => {
    const t = Date.now() - 60_000;
    const frames = [1, 0, 1, 0, 1].map((bit, i) => ({
      ts: t + i * 1000,
      boot: 1,
      seq: ++seq,
      data: { M_WARN2: bit },
    }));
    await frame(t - 1000, { M_WARN2: 0 });
    await device.publish('telemetry', frames);
    await node.events.settled();
    expect(await short()).toEqual([['M_WARN2.0', 1, t, null]]);
    expect(await rows()).toMatchObject([{ reopened: 2 }]);
  });

  it('are the same event as the device’s own message', async () => {
    const t = Date.now() - 60_000;
    await device.publish('events', { code: 'M_PROT1.4', level: 3, source: 'master', value: 99, begin: t });
    await frame(t + 1000, { M_PROT1: 1 << 4 });
    expect(await short()).toEqual([['M_PROT1.4', 1, t, null]]);
    await frame(t + 2000, { M_PROT1: 0 });
    expect(await short()).toEqual([['M_PROT1.4', 2, t, t + 2000]]);
  });

  it('raise the event again after another source cleared it', async () => {
    const t = Date.now() - 60_000;
    await frame(t, { M_PROT1: 1 });
    await clearEvents(node.services.db, [
      { thingId: thing.id, kind: { code: 'M_PROT1.0', source: 'master' }, end_ms: t + 500 },
    ]);
    // This node’s state is stale until its own change is rejected.
    await frame(t + 1000, { M_PROT1: 0 });
    await frame(t + 2000, { M_PROT1: 1 });
    await frame(t + 3000, { M_PROT1: 1 });
    expect(await short()).toEqual([['M_PROT1.0', 1, t, null]]);
    expect(await rows()).toMatchObject([{ reopened: 1 }]);
  });
});

describe('event messages', () => {
  const t = Date.now() - 100_000;
  const message = { code: 'DOOR_OPEN', level: 2, source: 'EMS', value: 1, begin: t };

  it('begin once and end once, however often they are delivered', async () => {
    for (let i = 0; i < 3; i++) await device.publish('events', message);
    expect(await rows()).toMatchObject([{ code: 'DOOR_OPEN', state: 1, level: 2, value: 1, source: 'EMS' }]);
    for (let i = 0; i < 3; i++) await device.publish('events', { ...message, end: t + 5000 });
    await device.publish('events', message);
    expect(await short()).toEqual([['DOOR_OPEN', 2, t, t + 5000]]);
  });

  it('rise to a more severe level that the device names, and never fall', async () => {
    const t = Date.now() - 60_000;
    const say = (level: number, begin: number) =>
      device.publish('events', { code: 'OWN_CODE', level, source: 'EMS', begin });
    await say(2, t);
    const [before] = await rows();
    await say(3, t - 1000);
    expect(await rows()).toMatchObject([{ id: before?.id, level: 2 }]);
    await say(3, t);
    await say(1, t + 1000);
    expect(await rows()).toMatchObject([{ id: before?.id, level: 3, begin_time: before?.begin_time }]);
    expect(notices.filter((h) => h.devid === thing.devid).map(({ level }) => level)).toEqual([2, 3]);
  });

  it('that end an unknown event are stored as past events', async () => {
    await device.publish('events', { ...message, end: t + 5000 });
    await device.publish('events', { ...message, end: t + 5000 });
    await device.publish('events', message);
    expect(await short()).toEqual([['DOOR_OPEN', 2, t, t + 5000]]);
  });

  it('that are unreadable are acknowledged and stored as rejects', async () => {
    await device.publish('events', Buffer.from('}'));
    await device.publish('events', { code: '', level: 3, begin: t });
    expect(await rows()).toEqual([]);
    const topic = `things/${thing.devid}/events`;
    expect(await node.rejects(thing.devid)).toEqual([
      [topic, 'bad_message: code'],
      [topic, 'not_json'],
    ]);
    // A character that PostgreSQL cannot store is removed.
    await device.publish('events', { code: 'a\0b', level: 3, begin: t });
    expect(await rows()).toMatchObject([{ code: 'ab' }]);
  });

  it('with the same begin and end are never left active', async () => {
    for (let round = 0; round < 20; round++) {
      const both = { ...message, begin: t + round * 10 };
      await Promise.all([
        device.publish('events', both),
        device.publish('events', { ...both, end: both.begin + 5 }),
      ]);
    }
    const found = await rows();
    expect(found).toHaveLength(20);
    expect(found.every((r) => r.state === 2)).toBe(true);
  });
});

describe('messages older than the retention', () => {
  const DAY = 86_400_000;
  const services = () => {
    const { config } = node.services;
    return { ...node.services, config: { ...config, retention: { ...config.retention, events: 95 } } };
  };
  const take = (message: object) =>
    handleEvent(services(), node.telemetry, node.server.things, {
      devid: thing.devid,
      payload: Buffer.from(JSON.stringify(message)),
    });
  const old = Date.now() - 100 * DAY;

  it('store nothing; one day younger they do', async () => {
    await take({ code: 'OLD', level: 2, begin: old });
    await take({ code: 'OLD', level: 2, begin: old, end: old + 1000 });
    expect(await short()).toEqual([]);
    const young = Date.now() - 94 * DAY;
    await take({ code: 'YOUNG', level: 2, begin: old, end: young });
    expect(await short()).toEqual([['YOUNG', 2, old, young]]);
  });

  it('end and raise an active event', async () => {
    await raiseEvents(node.services.db, [
      { thingId: thing.id, kind: { ...offline, code: 'LONG', source: 'EMS', level: 1 }, begin_ms: old },
    ]);
    await take({ code: 'LONG', level: 3, begin: old });
    expect((await rows()).map(({ level }) => level)).toEqual([3]);
    await take({ code: 'LONG', level: 3, begin: old, end: old + 1000 });
    expect(await short()).toEqual([['LONG', 2, old, old + 1000]]);
  });
});

describe('concurrent writers', () => {
  const kind = { code: 'M_PROT2.0', level: 3, source: 'master', name_en: 'x', name_zh: 'x' };

  it('never leave two active events of one code, or a stuck one', async () => {
    const { db } = node.services;
    const t0 = Date.now() - 10_000_000;
    let clock = 0;
    let overlaps = 0;
    const watch = async () => {
      const active = (await rows()).filter((r) => r.state === 1);
      if (active.length > 1) overlaps++;
    };
    const worker = async (n: number) => {
      for (let i = 0; i < 25; i++) {
        const at = t0 + ++clock * 1000;
        if ((i + n) % 2 === 0) await raiseEvents(db, [{ thingId: thing.id, kind, begin_ms: at }]);
        else await clearEvents(db, [{ thingId: thing.id, kind, end_ms: at }]);
        if (i % 8 === 0) await watch();
      }
    };
    await Promise.all(Array.from({ length: 8 }, (_, n) => worker(n)));
    expect(overlaps).toBe(0);
    // Whatever the interleaving was: the next clear ends it.
    await clearEvents(db, [{ thingId: thing.id, kind, end_ms: t0 + (clock + 1) * 1000 }]);
    const found = await rows();
    expect(found.filter((r) => r.state === 1)).toEqual([]);
    expect(found.length).toBeGreaterThan(0);
    for (const r of found) {
      expect(r.end_time?.getTime() ?? 0).toBeGreaterThanOrEqual(r.begin_time.getTime());
    }
  });

  it('eight deliveries of one message are one event', async () => {
    const payload = Buffer.from(JSON.stringify({ code: 'ONCE', level: 1, begin: Date.now() }));
    await Promise.all(
      Array.from({ length: 8 }, () =>
        handleEvent(node.services, node.telemetry, node.server.things, { devid: thing.devid, payload }),
      ),
    );
    expect(await rows()).toHaveLength(1);
  });
});

describe('a fault that comes and goes', () => {
  const flap = async (times: number, from: number, step: number) => {
    for (let i = 0; i < times; i++) await frame(from + i * step, { M_PROT1: i % 2 === 0 ? 1 : 0 });
    await node.events.settled();
  };

  it('within a minute is one event that counts, and keeps its acknowledgement', async () => {
    const t = Date.now() - 30 * 60_000;
    await flap(2, t, 100);
    const [event] = await rows();
    await node.services.pool.query('update events set ack_user = $1, ack_time = now() where id = $2', [
      main.id,
      event?.id,
    ]);
    await flap(59, t + 200, 100);
    const found = await rows();
    expect(found).toMatchObject([{ id: event?.id, state: 1, reopened: 30 }]);
    expect(found[0]?.begin_time.getTime()).toBe(t);
    expect(found[0]?.ack_time).not.toBeNull();
  });

  it('after more than a minute is a new event', async () => {
    const t = Date.now() - 30 * 60_000;
    await flap(3, t, 61_000);
    expect((await rows()).map((r) => [r.state, r.reopened]).sort()).toEqual([
      [1, 0],
      [2, 0],
    ]);
  });
});

describe('the list', () => {
  it('is filtered on the server and limited to what the caller sees', async () => {
    const { server, services } = node;
    const factory = await server.account('factory', main);
    const other = await server.account('factory', main);
    const hidden = await node.register(main, `EVTH${made}`);
    await server.things.bind(server.as(main), [factory.id], [thing.devid]);
    await server.things.bind(server.as(main), [other.id], [hidden.devid]);
    const t = Date.now() - 1_000_000;
    const raise = (thingId: string, code: string, level: number, begin_ms: number) =>
      raiseEvents(services.db, [
        { thingId, kind: { code, level, source: 'EMS', name_en: code, name_zh: code }, begin_ms },
      ]);
    await raise(thing.id, 'A', 1, t);
    await raise(thing.id, 'B', 2, t + 1000);
    await raise(thing.id, 'C', 3, t + 2000);
    await raise(hidden.id, 'D', 3, t + 3000);
    await clearEvents(services.db, [
      { thingId: thing.id, kind: { code: 'B', source: 'EMS' }, end_ms: t + 9000 },
    ]);

    const token = (await server.signIn(factory.userName)).token;
    const list = async (query: string, as = token) => {
      const reply = await server.call(as, 'GET', `/v1/data-mgmt/tenants/${main.tenantId}/events?${query}`);
      return reply as { status: number; data: Page<ThingEvent> };
    };
    const codes = async (query: string) => (await list(query)).data.list.map((e) => e.code);
    expect(await codes('')).toEqual(['C', 'B', 'A']);
    expect(await codes('state=1')).toEqual(['C', 'A']);
    expect(await codes('state=2')).toEqual(['B']);
    expect(await codes('level=3')).toEqual(['C']);
    expect(await codes(`devid=${thing.devid}&level=1`)).toEqual(['A']);
    expect(await codes(`devid=${hidden.devid}`)).toEqual([]);
    expect((await list('page_size=2')).data).toMatchObject({ total: 3, current_page: 1, page_size: 2 });
    expect(await codes('page_size=2&current_page=2')).toEqual(['A']);
    expect(await codes('skip=1&limit=1')).toEqual(['B']);
    expect((await list('')).data.list[1]).toEqual({
      id: expect.any(String),
      reopened: 0,
      devid: thing.devid,
      devname: thing.devid,
      time_zone: 'UTC',
      info_model_id: 'HE_BAT',
      event_name: { en: 'B', zh: 'B' },
      code: 'B',
      level: 2,
      source: 'EMS',
      rule_id: null,
      value: null,
      threshold: null,
      begin_time: t + 1000,
      end_time: t + 9000,
      state: 2,
      ack: 0,
      ack_user: null,
      ack_time: null,
      remark: null,
    });
    // Active at some time in the range: A and C are ongoing, B ended at t + 9000.
    expect(await codes(`begin_time=${t + 9001}`)).toEqual(['C', 'A']);
    expect(await codes(`begin_time=${t + 9000}&end_time=${t + 2000}`)).toEqual(['B', 'A']);
    expect(await codes(`end_time=${t}`)).toEqual([]);
    expect((await list('level=4')).status).toBe(400);
    const stranger = await server.tenant();
    const theirs = (await server.signIn(stranger.userName)).token;
    expect((await list('', theirs)).status).toBe(404);
  });
});

describe('a filter by site', () => {
  it('finds events of its devices during their membership, and is refused to accounts that do not see the site', async () => {
    const { server, services } = node;
    const owner = await server.account('enduser', main);
    const rival = await server.account('factory', main);
    await server.things.bind(server.as(main), [owner.id, rival.id], [thing.devid]);
    const hour = 3_600_000;
    const since = Math.floor(Date.now() / hour) * hour - 4 * hour;
    const { rows: made } = await services.pool.query<{ site_id: string }>(
      'update site_devices set since = $2 where thing_id = $1 returning site_id',
      [thing.id, new Date(since)],
    );
    const site = made[0]?.site_id ?? '';
    for (const [code, begin_ms, end_ms] of [
      ['BEFORE', since - 2 * hour, since - hour],
      ['WITHIN', since + hour, since + 2 * hour],
      ['NOW', since + 3 * hour, null],
    ] as const) {
      const kind = { code, level: 2, source: 'EMS', name_en: code, name_zh: code };
      await raiseEvents(services.db, [{ thingId: thing.id, kind, begin_ms }]);
      if (end_ms !== null) await clearEvents(services.db, [{ thingId: thing.id, kind, end_ms }]);
    }
    const ask = async <T>(by: AccountRow, path: string) => {
      const { token } = await server.signIn(by.userName);
      return (await server.call(token, 'GET', path)) as { status: number; data: T };
    };
    const events = `/v1/data-mgmt/tenants/${main.tenantId}/events`;
    const things = `/v1/things/tenants/${main.tenantId}/things`;
    const codes = async () =>
      (await ask<Page<ThingEvent>>(owner, `${events}?site_id=${site}`)).data.list.map(({ code }) => code);
    expect(await codes()).toEqual(['NOW', 'WITHIN']);
    expect((await ask<Page<{ devid: string }>>(main, `${things}?site=${site}`)).data).toMatchObject({
      total: 1,
      list: [{ devid: thing.devid }],
    });
    // The rival sees the device too, but not the site.
    for (const path of [
      `${events}?site_id=${site}`,
      `${events}/count?site_id=${site}`,
      `${things}?site=${site}`,
      `/v1/things/tenants/${main.tenantId}/thing-ids?site=${site}`,
      `${things.replace('/things', `/users/${rival.id}/things`)}?site=${site}`,
      `${things}?site=nonsense`,
    ])
      expect(await ask(rival, path), path).toMatchObject({ status: 404 });
    // A history cutoff of the site hides events that ended before it.
    await services.pool.query('insert into history_walls (site_id, keeper_id, before) values ($1, $2, $3)', [
      site,
      rival.id,
      new Date(since + 2.5 * hour),
    ]);
    expect(await codes()).toEqual(['NOW']);
  });
});

describe('acknowledging', () => {
  it('keeps the first account, visible to those above and below within their permissions, and is audited', async () => {
    const { server, services } = node;
    const factory = await server.account('factory', main);
    const agent1 = await server.account('agent1', factory);
    const company = await server.account('company', await server.account('agent2', agent1));
    const enduser = await server.account('enduser', await server.account('installer', company));
    const other = await server.account('factory', main);
    await server.things.bind(server.as(main), [enduser.id], [thing.devid]);
    const kind = { code: 'A', level: 3, source: 'EMS', name_en: 'A', name_zh: 'A' };
    const [event] = await raiseEvents(services.db, [{ thingId: thing.id, kind, begin_ms: Date.now() }]);
    const ack = async (account: AccountRow, body: object = {}, id = event?.id) => {
      const { token } = await server.signIn(account.userName);
      const path = `/v1/data-mgmt/tenants/${main.tenantId}/events/${id}/ack`;
      return server.call(token, 'POST', path, body) as Promise<{ status: number; data: ThingEvent }>;
    };
    expect((await ack(other)).status).toBe(404);
    expect((await ack(enduser)).status).toBe(403);
    expect((await ack(main, {}, 'no-id')).status).toBe(404);
    expect((await ack(main, {}, '00000000-0000-4000-8000-000000000000')).status).toBe(404);
    const first = await ack(factory, { remark: 'on it' });
    expect(first).toMatchObject({
      status: 200,
      data: { ack: 1, ack_user: factory.userName, remark: 'on it', state: 1 },
    });
    const second = await ack(company, { remark: 'done' });
    expect(second.data).toMatchObject({
      ack: 1,
      ack_user: null,
      remark: 'done',
      ack_time: first.data.ack_time,
    });
    expect((await ack(main)).data).toMatchObject({ ack_user: factory.userName, remark: 'done' });
    const { rows: audited } = await sql<{ actor_name: string | null }>`
      select actor_name from audit where object_id = ${event?.id ?? ''} order by seq`.execute(services.db);
    expect(audited.map((a) => a.actor_name)).toEqual([factory.userName, company.userName, main.userName]);
  });
});
