import type { EventRule, Page, RuleBody, ThingEvent } from '@voltloop/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startDeviceServer, type TestDevice, until } from '../../../testing/devices.ts';
import { setUp } from '../../../testing/set-up.ts';
import type { AccountRow } from '../../people/accounts/index.ts';
import type { FaultFrame } from './known-faults.ts';
import { endOrphans } from './store-rules.ts';
import { FaultWatch } from './watch-faults.ts';

const node = setUp(startDeviceServer);
let main: AccountRow;
let factory: AccountRow;
let token: string;
let thing: { id: string; devid: string; secret: string };
let device: TestDevice;
let made = 0;
let seq = 0;
const MINUTE = 60_000;

beforeAll(async () => {
  const watch = node.telemetry.watch;
  node.telemetry.watch = (points) => {
    read++;
    watch(points);
  };
  main = await node.server.tenant();
  factory = await node.server.account('factory', main);
  token = (await node.server.signIn(main.userName)).token;
});

beforeEach(async () => {
  await sql`update event_rules set enabled = false`.execute(node.services.db);
  thing = await node.register(main, `RULE${++made}`);
  device = await node.device(thing);
});

const hot: RuleBody = {
  name_en: 'Hot cells',
  name_zh: '电芯过热',
  point: 'M_CELL_T_MAX',
  comparison: 'above',
  threshold: 45,
  hysteresis: 5,
  delay_s: 0,
  clear_delay_s: 0,
  level: 2,
  enabled: true,
};
const path = () => `/v1/data-mgmt/tenants/${main.tenantId}/event-rules`;
const request = async <T>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  rest: string,
  body?: object,
  as = token,
) => {
  if (method !== 'DELETE') {
    return (await node.server.call(as, method, path() + rest, body)) as {
      status: number;
      data: T;
      message: string;
    };
  }
  const headers = { platform: 'IOT', authorization: `Bearer ${as}` };
  const reply = await node.server.app.inject({ method, url: path() + rest, headers });
  return { status: reply.statusCode, data: null as T, message: reply.body };
};

/** Creates a rule and waits until the node applies it. */
async function createRule(more: Partial<RuleBody> = {}, as = token): Promise<EventRule> {
  const { status, data, message } = await request<EventRule>('POST', '', { ...hot, ...more }, as);
  expect(status, message).toBe(200);
  await waitForRules();
  return data;
}

/** How often the node read the rules, and how often this file triggered it. */
let read = 0;
let requested = 0;

/** Notices are ordered: once the node has read the rules for one of ours, it has processed all earlier ones. */
async function waitForRules() {
  await node.services.pool.query("select pg_notify('voltloop_rules', 'rules')");
  requested++;
  await until(async () => {
    const { rows } = await node.services.pool.query(
      "select count(*)::int as changes from audit where action like 'rule.%'",
    );
    return read >= requested + rows[0].changes;
  });
}

async function frame(ts: number, data: Record<string, number>, more: object = {}) {
  await device.publish('telemetry', { ts, boot: 1, seq: ++seq, data, ...more });
  await node.events.settled();
}

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
  state: 1 | 2;
  reopened: number;
}

const rows = async (thingId = thing.id) => {
  const { rows } = await sql<StoredEvent>`
    select * from events where thing_id = ${thingId} and source = 'rule' order by begin_time`.execute(
    node.services.db,
  );
  return rows;
};
const short = async () =>
  (await rows()).map((r) => [r.level, r.state, r.begin_time.getTime(), r.end_time?.getTime() ?? null]);

describe('a threshold rule', () => {
  it('begins an event beyond the threshold and ends it past the hysteresis, in device time', async () => {
    const rule = await createRule();
    const t = Date.now() - 10 * MINUTE;
    await frame(t, { M_CELL_T_MAX: 44 });
    await frame(t + 1000, { M_CELL_T_MAX: 46 });
    expect(await rows()).toMatchObject([
      {
        code: 'M_CELL_T_MAX.above',
        rule_id: rule.id,
        value: 46,
        threshold: 45,
        name_zh: '电芯过热',
        state: 1,
      },
    ]);
    await frame(t + 2000, { M_CELL_T_MAX: 41 });
    await frame(t + 3000, { M_SOC: 50 });
    expect(await short()).toEqual([[2, 1, t + 1000, null]]);
    await frame(t + 4000, { M_CELL_T_MAX: 40 });
    expect(await short()).toEqual([[2, 2, t + 1000, t + 4000]]);
  });

  it('ignores back-fill, late and duplicate frames', async () => {
    await createRule();
    const t = Date.now() - 10 * MINUTE;
    await frame(t, { M_CELL_T_MAX: 46 });
    await frame(t + 1000, { M_CELL_T_MAX: 30 });
    const before = await short();
    await frame(t, { M_CELL_T_MAX: 46 });
    await frame(t + 500, { M_CELL_T_MAX: 50 });
    await frame(t + 5000, { M_CELL_T_MAX: 50 }, { q: 1 });
    expect(await short()).toEqual(before);
  });

  it('watches packs separately', async () => {
    await createRule({ point: 'P_MOS_T', threshold: 60 });
    const t = Date.now() - MINUTE;
    const packs = [
      { P_no: 1, P_MOS_T: 50 },
      { P_no: 2, P_MOS_T: 70 },
    ];
    await frame(t, {}, { packs });
    expect(await rows()).toMatchObject([{ code: 'P_MOS_T.above@2', name_en: 'Hot cells (pack 2)' }]);
  });

  it('escalates and de-escalates with the rules of a point, one event at a time', async () => {
    await createRule({ threshold: 40, hysteresis: 0 });
    await createRule({ threshold: 55, hysteresis: 0, level: 3 });
    const t = Date.now() - 10 * MINUTE;
    for (const [i, value] of [41, 56, 50, 30].entries()) await frame(t + i * 1000, { M_CELL_T_MAX: value });
    // The lower one begins again within a minute.
    expect(await short()).toEqual([
      [2, 2, t, t + 3000],
      [3, 2, t + 1000, t + 2000],
    ]);
  });

  it('keeps a running delay when a node is killed, and raises once', async () => {
    await createRule({ delay_s: 300 });
    const t = Date.now() - 30 * MINUTE;
    await frame(t, { M_CELL_T_MAX: 50 });
    await frame(t + 2 * MINUTE, { M_CELL_T_MAX: 50 });
    expect(await rows()).toEqual([]);
    // A node with no state but that in PostgreSQL.
    const other = anotherNode();
    other.update([seen(t + 4 * MINUTE, 50)]);
    await other.settled();
    expect(await rows()).toEqual([]);
    other.update([seen(t + 5 * MINUTE, 50)]);
    await other.settled();
    expect(await short()).toEqual([[2, 1, t + 5 * MINUTE, null]]);
    const third = anotherNode();
    third.update([seen(t + 6 * MINUTE, 50), seen(t + 7 * MINUTE, 30)]);
    await third.settled();
    expect(await short()).toEqual([[2, 2, t + 5 * MINUTE, t + 7 * MINUTE]]);
    await Promise.all([other.stop(), third.stop()]);
  });

  it('includes a dip that another node received', async () => {
    await createRule({ delay_s: 300 });
    const t = Date.now() - 30 * MINUTE;
    await frame(t, { M_CELL_T_MAX: 50 });
    const other = anotherNode();
    other.update([seen(t + 2 * MINUTE, 30)]);
    await other.settled();
    await waitForRules();
    await frame(t + 5 * MINUTE, { M_CELL_T_MAX: 50 });
    expect(await rows()).toEqual([]);
    await other.stop();
  });

  it('is at most one event with two concurrent evaluators, and none is stuck at the end', async () => {
    await createRule({ hysteresis: 0 });
    await createRule({ hysteresis: 0, threshold: 60, level: 3 });
    const t = Date.now() - 10 * MINUTE;
    const nodes = [anotherNode(), anotherNode(), anotherNode()];
    let most = 0;
    for (let i = 0; i < 60; i++) {
      const value = [30, 50, 70][(i * 7 + (i >> 2)) % 3] as number;
      // Every frame reaches two of the three, as after a failover.
      nodes[i % 3]?.update([seen(t + i * 1000, value)]);
      nodes[(i + 1) % 3]?.update([seen(t + i * 1000, value)]);
      if (i % 10 === 0) most = Math.max(most, (await rows()).filter((r) => r.state === 1).length);
    }
    await Promise.all(nodes.map((n) => n.settled()));
    most = Math.max(most, (await rows()).filter((r) => r.state === 1).length);
    expect(most).toBeLessThanOrEqual(1);
    // Whatever the interleaving was: a frame with an idle value ends it, on any node.
    const last = nodes[1] as FaultWatch;
    for (let i = 0; i < 3; i++) {
      last.update([seen(t + 100_000 + i, 30)]);
      await last.settled();
    }
    expect((await rows()).filter((r) => r.state === 1)).toEqual([]);
    expect(await rows()).not.toEqual([]);
    await Promise.all(nodes.map((n) => n.stop()));
  });
});

/** The frames of the same device that another node receives. */
function seen(time_ms: number, value: number): FaultFrame {
  return {
    thing: { id: thing.id },
    devid: thing.devid,
    time_ms,
    received_ms: Date.now(),
    quality: 0,
    data: { M_CELL_T_MAX: value },
    packs: [],
  };
}
const anotherNode = () => new FaultWatch(node.services, node.telemetry);

describe('a change of a rule', () => {
  it('ends its events when it is switched off or deleted, or watches something else', async () => {
    const rule = await createRule({ devid: thing.devid });
    const t = Date.now() - 10 * MINUTE;
    await frame(t, { M_CELL_T_MAX: 50 });
    await node.telemetry.flush();
    const put = (more: object) =>
      request<EventRule>('PUT', `/${rule.id}`, { ...hot, devid: thing.devid, ...more });
    expect((await request<Page<EventRule>>('GET', '')).data.list[0]).toMatchObject({
      id: rule.id,
      active: 1,
    });
    expect((await put({ enabled: false, version: 1 })).status).toBe(200);
    expect(await short()).toEqual([[2, 2, t, t]]);
    expect((await put({ version: 1 })).status).toBe(409);
    await waitForRules();
    await frame(t + 2 * MINUTE, { M_CELL_T_MAX: 60 });
    await node.telemetry.flush();
    expect(await rows()).toHaveLength(1);
    // Switched on again, it looks at the newest reading at once.
    expect((await put({ version: 2 })).status).toBe(200);
    expect((await short()).at(-1)).toEqual([2, 1, t + 2 * MINUTE, null]);
    expect((await put({ point: 'M_SOC', threshold: 99, version: 3 })).status).toBe(200);
    expect((await short()).every(([, state]) => state === 2)).toBe(true);
    expect((await put({ version: 4 })).status).toBe(200);
    expect((await short()).at(-1)?.[1]).toBe(1);
    expect((await request('DELETE', `/${rule.id}`)).status).toBe(204);
    expect((await short()).every(([, state]) => state === 2)).toBe(true);
    expect((await request('DELETE', `/${rule.id}`)).status).toBe(404);
    const { db } = node.services;
    const states = await sql`select from event_rule_states where rule_id = ${rule.id}`.execute(db);
    expect(states.rows).toEqual([]);
    const { rows: audited } = await sql<{ action: string }>`
      select action from audit where object_id = ${rule.id} order by seq`.execute(db);
    expect(audited.map((a) => a.action)).toEqual([
      'rule.insert',
      ...Array<string>(4).fill('rule.update'),
      'rule.delete',
    ]);
  });

  it('of its name keeps its events with their acknowledgement, and renames them', async () => {
    const rule = await createRule({ devid: thing.devid });
    const t = Date.now() - 10 * MINUTE;
    await frame(t, { M_CELL_T_MAX: 50 });
    await node.telemetry.flush();
    const [event] = await rows();
    const acked = await node.server.call(
      token,
      'POST',
      `/v1/data-mgmt/tenants/${main.tenantId}/events/${event?.id}/ack`,
      { remark: 'I go there' },
    );
    expect(acked.status).toBe(200);
    const body = { ...hot, devid: thing.devid, name_en: 'Warm cells', level: 3, version: 1 };
    expect((await request<EventRule>('PUT', `/${rule.id}`, body)).data.active).toBe(1);
    expect(await rows()).toMatchObject([
      { id: event?.id, state: 1, name_en: 'Warm cells', level: 3, remark: 'I go there' },
    ]);
    const { rows: states } = await node.services.pool.query(
      'select problem from thing_state where thing_id = $1',
      [thing.id],
    );
    expect(states[0].problem).toMatchObject({ level: 3, name: { en: 'Warm cells' }, acknowledged: true });
    await waitForRules();
    await frame(t + MINUTE, { M_CELL_T_MAX: 51 });
    expect(await short()).toEqual([[3, 1, t, null]]);
  });

  it('of its limit is applied to the newest reading at once, also of a silent device', async () => {
    const rule = await createRule({ devid: thing.devid });
    const t = Date.now() - 10 * MINUTE;
    await frame(t, { M_CELL_T_MAX: 50 });
    await node.telemetry.flush();
    const put = (threshold: number, version: number) =>
      request<EventRule>('PUT', `/${rule.id}`, { ...hot, devid: thing.devid, threshold, version });
    // Still beyond: the same event, with the new limit.
    expect((await put(48, 1)).data.active).toBe(1);
    expect(await rows()).toMatchObject([{ state: 1, threshold: 48 }]);
    expect(await short()).toEqual([[2, 1, t, null]]);
    // No longer beyond, and back by more than the hysteresis.
    expect((await put(70, 2)).data.active).toBe(0);
    expect(await short()).toEqual([[2, 2, t, t]]);
    // Beyond again.
    expect((await put(49, 3)).data.active).toBe(1);
    // Its state is known to the nodes: the event ends with the next reading.
    await waitForRules();
    await frame(t + MINUTE, { M_CELL_T_MAX: 30 });
    expect((await short()).every(([, state]) => state === 2)).toBe(true);
  });

  it('prevents nodes that have not received it from raising the old rule', async () => {
    const rule = await createRule();
    const t = Date.now() - 10 * MINUTE;
    const unnotified = anotherNode();
    unnotified.update([seen(t, 30)]);
    await unnotified.settled();
    await request('PUT', `/${rule.id}`, { ...hot, threshold: 70, version: 1 });
    unnotified.update([seen(t + 1000, 50)]);
    await unnotified.settled();
    expect(await rows()).toEqual([]);
    await unnotified.stop();
  });

  it('by the move of a thing to another account ends the rule for it', async () => {
    await node.server.things.bind(node.server.as(main), [factory.id], [thing.devid]);
    await createRule({ account_id: factory.id });
    const t = Date.now() - 10 * MINUTE;
    await frame(t, { M_CELL_T_MAX: 50 });
    expect(await short()).toEqual([[2, 1, t, null]]);
    await node.server.things.unbind(node.server.as(main), [factory.id], [thing.devid]);
    await endOrphans(node.services.db);
    expect(await short()).toMatchObject([[2, 2, t, expect.any(Number)]]);
  });
});

describe('creating rules', () => {
  it('is allowed for the first three roles, within their subtree', async () => {
    const { server } = node;
    const other = await server.account('factory', main);
    const agent = await server.account('agent1', factory);
    const company = await server.account('company', await server.account('agent2', agent));
    const tokenOf = async (account: AccountRow) => (await server.signIn(account.userName)).token;
    const [asFactory, asOther, asCompany] = await Promise.all([factory, other, company].map(tokenOf));
    expect((await request('GET', '', undefined, asCompany)).status).toBe(403);
    expect((await request('POST', '', hot, asCompany)).status).toBe(403);
    const rule = (await request<EventRule>('POST', '', { ...hot, account_id: agent.id }, asFactory)).data;
    expect(rule.account_name).toBe(agent.name);
    expect((await request('PUT', `/${rule.id}`, { ...hot, version: 1 }, asOther)).status).toBe(404);
    expect((await request('DELETE', `/${rule.id}`, undefined, asOther)).status).toBe(404);
    expect((await request<Page<EventRule>>('GET', '', undefined, asOther)).data.total).toBe(0);
    const foreign = await request('POST', '', { ...hot, account_id: main.id }, asOther);
    expect(foreign).toMatchObject({ status: 400, data: [{ path: 'account_id', key: 'rule.account' }] });
    const notTheirs = await request('POST', '', { ...hot, devid: thing.devid }, asOther);
    expect(notTheirs).toMatchObject({ status: 400, data: [{ path: 'devid', key: 'rule.devid' }] });
  });

  it.each([
    [{ point: 'M_NOPE' }, 'point'],
    [{ point: 'M_PROT1' }, 'point'],
    [{ point: 'P_CELL_V' }, 'point'],
    [{ point: 'M_SOC', threshold: 101 }, 'threshold'],
    [{ point: 'M_SOC', comparison: 'below', threshold: 99, hysteresis: 5 }, 'hysteresis'],
    [{ threshold: 1e300 }, 'threshold'],
    [{ delay_s: -1 }, 'delay_s'],
    [{ level: 4 }, 'level'],
    [{ name_en: ' ', name_zh: '' }, 'name_en'],
    [{ name_en: undefined, name_zh: undefined }, 'name_en'],
  ])('refuses %j beside its field', async (more, field) => {
    const reply = await request<{ path: string }[]>('POST', '', { ...hot, ...more });
    expect(reply.status).toBe(400);
    expect(reply.data.map((e) => e.path)).toEqual([field]);
  });

  it('uses a single name for both languages', async () => {
    const { name_en: _, name_zh: __, ...nameless } = hot;
    const names = async (given: Partial<RuleBody>) =>
      (await request<EventRule>('POST', '', { ...nameless, ...given, enabled: false })).data.name;
    expect(await names({ name_en: 'Hot' })).toEqual({ en: 'Hot', zh: 'Hot' });
    expect(await names({ name_zh: '过热', name_en: ' ' })).toEqual({ en: '过热', zh: '过热' });
    expect(await names({ name_zh: '过热', name_en: 'Hot' })).toEqual({ en: 'Hot', zh: '过热' });
  });

  it('shows a preview of how many things are affected', async () => {
    await frame(Date.now(), { M_CELL_T_MAX: 51.5 });
    const preview = (more: object) =>
      request('POST', '/preview', { point: hot.point, comparison: 'above', ...more });
    const one = { devid: thing.devid };
    expect((await preview({ ...one, threshold: 51 })).data).toEqual({ things: 1, reporting: 1, beyond: 1 });
    expect((await preview({ ...one, threshold: 51.5 })).data).toEqual({ things: 1, reporting: 1, beyond: 0 });
    expect((await preview({ threshold: 51 })).data).toMatchObject({ things: made });
    expect((await preview({ threshold: 51, account_id: factory.id })).data).toEqual({
      things: 0,
      reporting: 0,
      beyond: 0,
    });
  });
});

describe('the list', () => {
  it('is searched, counted, filtered, exported, and acknowledged in bulk', async () => {
    const rule = await createRule({ name_en: 'Too warm 100%' });
    const t = Date.now() - 10 * MINUTE;
    await frame(t, { M_CELL_T_MAX: 50, M_PROT1: 1 });
    const base = `/v1/data-mgmt/tenants/${main.tenantId}/events`;
    const list = async (query: string) =>
      (
        (await node.server.call(token, 'GET', `${base}?devid=${thing.devid}&${query}`)) as {
          data: Page<ThingEvent>;
        }
      ).data;
    const codes = async (query: string) => (await list(query)).list.map((e) => e.code).sort();
    const both = ['M_CELL_T_MAX.above', 'M_PROT1.0'];
    expect(await codes('search=too%20WARM')).toEqual([both[0]]);
    expect(await codes('search=100%25')).toEqual([both[0]]);
    expect(await codes('search=100_')).toEqual([]);
    expect(await codes(`search=${thing.devid.toLowerCase()}`)).toEqual(both);
    expect(await codes('level=2,3')).toEqual(both);
    expect(await codes('level=3')).toEqual([both[1]]);
    expect(await codes('source=rule')).toEqual([both[0]]);
    expect(await codes(`rule_id=${rule.id}`)).toEqual([both[0]]);
    expect(await codes('code=M_PROT1.0')).toEqual([both[1]]);
    expect(await codes('code=M_PROT1.%25')).toEqual([]);
    expect((await list('sort=level&order=asc')).list.map((e) => e.level)).toEqual([2, 3]);
    const count = async (query: string) =>
      (await node.server.call(token, 'GET', `${base}/count?devid=${thing.devid}&${query}`)).data;
    expect(await count('state=1&ack=0')).toEqual({ total: 2, notice: 0, warning: 1, fault: 1 });

    const { list: events } = await list('');
    const ids = events.map((e) => e.id);
    const ack = (body: object, as = token) => node.server.call(as, 'POST', `${base}/ack`, body);
    const stranger = (await node.server.signIn((await node.server.account('factory', main)).userName)).token;
    expect((await ack({ ids }, stranger)).status).toBe(404);
    expect((await ack({ ids: [...ids, '00000000-0000-4000-8000-000000000000'] })).status).toBe(404);
    expect(await count('ack=0')).toMatchObject({ total: 2 });
    expect((await ack({ ids: [] })).status).toBe(400);
    expect((await ack({ ids: [...ids, ...ids], remark: '=known' })).data).toEqual({ acknowledged: 2 });
    expect(await count('ack=0')).toMatchObject({ total: 0 });
    expect(await count('ack=1')).toMatchObject({ total: 2 });

    const one = await node.server.call(token, 'GET', `${base}/${ids[0]}`);
    expect(one.data).toMatchObject({ id: ids[0], remark: '=known' });
    expect((await node.server.call(stranger, 'GET', `${base}/${ids[0]}`)).status).toBe(404);
    const file = await node.server.app.inject({
      url: `${base}/export?format=csv&devid=${thing.devid}`,
      headers: { platform: 'IOT', authorization: `Bearer ${token}` },
    });
    expect(file.statusCode).toBe(200);
    const lines = file.body.trim().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(file.body).toContain('Too warm 100%');
    // No text is a formula in a spreadsheet.
    expect(file.body).toContain("'=known");
  });

  it('can be filtered by an account of the subtree only', async () => {
    const own = await node.server.account('factory', main);
    await node.server.things.bind(node.server.as(main), [own.id], [thing.devid]);
    await frame(Date.now(), { M_PROT1: 1 });
    const base = `/v1/data-mgmt/tenants/${main.tenantId}/events?account_id=`;
    const all = (await node.server.call(token, 'GET', base + own.id)) as { data: Page<ThingEvent> };
    expect(all.data.list.map((e) => e.devid)).toEqual([thing.devid]);
    const stranger = (await node.server.signIn(factory.userName)).token;
    expect((await node.server.call(stranger, 'GET', base + own.id)).status).toBe(404);
    expect((await node.server.call(token, 'GET', `${base}nonsense`)).status).toBe(404);
  });
});
