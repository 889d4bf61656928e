import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { hostileMessage, random } from '../../../../../e2e/hostile-frames.ts';
import { liveTopics } from '../../../platform/bus.ts';
import type { ClickHouse } from '../../../platform/clickhouse.ts';
import { oneRow } from '../../../platform/db.ts';
import { setUp } from '../../../testing/set-up.ts';
import { telemetryFixture } from '../../../testing/telemetry.ts';
import { noChange } from './state-rules.ts';
import { writeChanges } from './store.ts';

/** Inserts wait here while `held`, fail `failures` times, and corrupt a block with a point of the thing `broken`. */
const gate = {
  held: null as Promise<void> | null,
  failures: 0,
  inserts: [] as string[],
  broken: null as number | null,
};

/** Truncates a block of points, which ClickHouse then refuses, when it has points of the thing. */
function broken(block: Uint8Array, thing: number): Uint8Array {
  const bytes = Buffer.from(block);
  const rows = bytes.readUInt8(1);
  const keys = bytes.indexOf('UInt32') + 'UInt32'.length;
  const isIn = Array.from({ length: rows }, (_, row) => bytes.readUInt32LE(keys + 4 * row)).includes(thing);
  return isIn ? block.subarray(0, -1) : block;
}

function gated(clickhouse: ClickHouse): ClickHouse {
  return {
    ...clickhouse,
    async insertNative(table, columns, block) {
      gate.inserts.push(table);
      if (gate.held) await gate.held;
      if (gate.failures > 0) {
        gate.failures--;
        throw new Error('the store is unreachable');
      }
      const breaks = table === 'points' && gate.broken !== null;
      await clickhouse.insertNative(table, columns, breaks ? broken(block, gate.broken ?? 0) : block);
    },
  };
}

const f = setUp(() => telemetryFixture({ around: gated, config: { deviceRate: 1000 } }));
let seq = 0;
const frame = (data: Record<string, number>, ts = Date.now()) => ({ ts, seq: seq++, boot: 1, data });

async function count(table: string, thing: number): Promise<number> {
  const result = await f.services.clickhouse.client.query({
    query: `select count() as n from ${table} final where thing = {thing:UInt32}`,
    query_params: { thing },
    format: 'JSONEachRow',
  });
  return (await result.json<{ n: number }>())[0]?.n ?? -1;
}

async function stateOf(thingId: string) {
  await f.telemetry.flush();
  const { rows } = await sql<{
    status: number;
    soc_pct: number | null;
    clock_drift_s: number | null;
    last_time: Date | null;
  }>`select * from thing_state where thing_id = ${thingId}`.execute(f.services.db);
  return rows[0] ?? expect.fail('no state');
}

describe('acknowledging', () => {
  test('waits for the commit', async () => {
    const thing = await f.thing('ACK-1');
    const device = await f.connect('ACK-1', thing.secret);
    const { promise, resolve } = Promise.withResolvers<void>();
    gate.held = promise;
    gate.inserts = [];
    let acknowledged = false;
    const sent = device
      .publishAsync('things/ACK-1/telemetry', JSON.stringify(frame({ M_SOC: 50 })), { qos: 1 })
      .then(() => {
        acknowledged = true;
      });
    await vi.waitFor(() => expect(gate.inserts).toEqual(['points']), { timeout: 10_000 });
    await sleep(100);
    expect(acknowledged).toBe(false);
    expect(await count('points', thing.key)).toBe(0);
    gate.held = null;
    resolve();
    await sent;
    expect(gate.inserts).toEqual(['points', 'frames']);
    expect([await count('points', thing.key), await count('frames', thing.key)]).toEqual([1, 1]);
  });

  test('happens late but loses and duplicates nothing when ClickHouse fails', async () => {
    const thing = await f.thing('ACK-2');
    gate.failures = 3;
    const now = Date.now();
    await Promise.all(Array.from({ length: 10 }, (_, i) => f.send('ACK-2', frame({ M_SOC: i }, now - i))));
    expect(gate.failures).toBe(0);
    expect([await count('points', thing.key), await count('frames', thing.key)]).toEqual([10, 10]);
  });

  test('does not wait for QoS 0', async () => {
    const thing = await f.thing('ACK-3');
    const device = await f.connect('ACK-3', thing.secret);
    await device.publishAsync('things/ACK-3/telemetry', JSON.stringify(frame({ M_SOC: 1 })), { qos: 0 });
    await vi.waitFor(async () => expect(await count('points', thing.key)).toBe(1), { timeout: 5000 });
  });

  test('includes an unreadable frame, which is listed with its reason', async () => {
    const thing = await f.thing('REJECT-1');
    const device = await f.connect('REJECT-1', thing.secret);
    const publish = (text: string) => device.publishAsync('things/REJECT-1/telemetry', text, { qos: 1 });
    await publish(JSON.stringify({ ts: 'today', data: { M_SOC: 1 } }));
    await publish(
      JSON.stringify([
        frame({ M_SOC: 1, M_ODD: 2, M_ODDER: 3 }),
        frame({ M_SOC: 2, M_ODD: 4 }, Date.now() - 1000),
      ]),
    );
    await publish('{');
    const url = `/v1/data-mgmt/tenants/${f.main.tenantId}/rejects`;
    const { data } = await f.call(f.main, `${url}?devid=REJECT-1`);
    expect(data).toMatchObject({ total: 3, reasons: { bad_time: 1, unknown_key: 1, not_json: 1 } });
    const { list } = data as { list: { reason: string; payload: string }[] };
    expect(list[0]?.reason).toBe('not_json');
    expect(list[1]?.reason).toBe('unknown_key: M_ODD × 2, M_ODDER');
    expect(list[1]?.payload).toContain('"M_ODD":2');
    expect(await count('points', thing.key)).toBe(2);
    expect((await f.call(f.main, url)).data).toMatchObject({ total: 3 });
    expect((await f.call(f.factory, url)).data).toMatchObject({ total: 0, list: [], reasons: {} });
    expect((await f.call(f.factory, `${url}?devid=REJECT-1`)).status).toBe(404);
  });
});

describe('one device never stops the others', () => {
  const rejectsOf = async (devid: string) =>
    (await f.call(f.main, `/v1/data-mgmt/tenants/${f.main.tenantId}/rejects?devid=${devid}`)).data as {
      total: number;
      list: { reason: string; payload: string }[];
    };

  test('with half a surrogate pair in a text that becomes a reason', async () => {
    const thing = await f.thing('HALF-1');
    const device = await f.connect('HALF-1', thing.secret);
    await f.thing('HALF-2');
    const now = Date.now();
    const sent = [
      `{"ts":"${'a'.repeat(39)}😀","data":{"M_SOC":1}}`,
      String.raw`{"ts":${now},"data":{"\ud800":1}}`,
      `{"ts":{"toString":1}}`,
    ].map((text) => device.publishAsync('things/HALF-1/telemetry', text, { qos: 1 }));
    await Promise.all([...sent, f.send('HALF-2', frame({ M_SOC: 5 }))]);
    expect((await rejectsOf('HALF-1')).list.map((r) => r.reason).sort()).toEqual(
      [
        'bad_time: an object',
        `bad_time: ${'a'.repeat(39)}`,
        `no_points: ${now}`,
        'unknown_key: \ufffd',
      ].toSorted(),
    );
  });

  test('with points that ClickHouse refuses: they are quarantined with their reason, the others are committed', async () => {
    const bad = await f.thing('REFUSED-1');
    const good = await f.thing('REFUSED-2');
    gate.broken = bad.key;
    const now = Date.now();
    await Promise.all([
      ...Array.from({ length: 7 }, (_, i) => f.send('REFUSED-2', frame({ M_SOC: i }, now - i))),
      f.send('REFUSED-1', frame({ M_SOC: 1 }, now)),
      ...Array.from({ length: 7 }, (_, i) => f.send('REFUSED-2', frame({ M_SOC: i }, now - 100 - i))),
    ]);
    gate.broken = null;
    expect([await count('points', good.key), await count('frames', good.key)]).toEqual([14, 14]);
    expect(await count('frames', bad.key)).toBe(0);
    const { list, total } = await rejectsOf('REFUSED-1');
    expect(total).toBe(1);
    expect(list[0]).toMatchObject({
      reason: expect.stringMatching(/^store_refused: ./),
      payload: expect.stringContaining('M_SOC'),
    });
  });

  test('with a state message that PostgreSQL cannot store', async () => {
    const thing = await f.thing('HALF-3');
    const device = await f.connect('HALF-3', thing.secret);
    const other = await f.thing('HALF-4');
    const text = String.raw`{"online":true,"M_\ud800":"\ud800\u0000","sw_version":"${'v'.repeat(199)}😀"}`;
    await device.publishAsync('things/HALF-3/state', text, { qos: 1 });
    await f.send('HALF-4', frame({ M_SOC: 44 }));
    expect(await stateOf(thing.id)).toMatchObject({ sw_version: 'v'.repeat(199) });
    expect(await stateOf(other.id)).toMatchObject({ soc_pct: 44 });
  });

  test('with a state that PostgreSQL refuses: it is quarantined, the others are written', async () => {
    const thing = await f.thing('HALF-5');
    const other = await f.thing('HALF-6');
    const { db } = f.services;
    await sql`alter table thing_state add constraint test_refuses check (sw_version <> 'refused')`.execute(
      db,
    );
    const state = {
      devid: 'HALF-5',
      kind: 'state' as const,
      payload: Buffer.from('{"online":true,"sw_version":"refused"}'),
    };
    await f.uplink.deliver({ ...state, retained: false });
    await f.send('HALF-6', frame({ M_SOC: 66 }));
    expect(await stateOf(other.id)).toMatchObject({ soc_pct: 66 });
    await sql`alter table thing_state drop constraint test_refuses`.execute(db);
    await vi.waitFor(
      async () => expect((await rejectsOf('HALF-5')).list[0]?.reason).toMatch(/^store_refused: /),
      { timeout: 10_000 },
    );
    expect(await stateOf(thing.id)).toMatchObject({ online: false, sw_version: null });
  });

  test('with any hostile message', async () => {
    const thing = await f.thing('FUZZ-1');
    const device = await f.connect('FUZZ-1', thing.secret);
    const good = await f.thing('FUZZ-2');
    const next = random(4711);
    const now = Date.now();
    for (let round = 0; round < 8; round++) {
      const hostile = Array.from({ length: 40 }, () => hostileMessage(next)).map(({ kind, payload }) =>
        device.publishAsync(`things/FUZZ-1/${kind}`, payload, { qos: 1 }),
      );
      await Promise.all([...hostile, f.send('FUZZ-2', frame({ M_SOC: round }, now - round))]);
    }
    expect(await count('frames', good.key)).toBe(8);
    await f.telemetry.flush();
    expect(await stateOf(good.id)).toMatchObject({ soc_pct: 0 });
    expect(f.telemetry.stuck()).toBeNull();
  });

  test('with a message on which a handler fails: it is quarantined and acknowledged', async () => {
    const thing = await f.thing('TRIP-1');
    f.uplink.on('replies', () => Promise.reject(new RangeError('too deep')));
    const device = await f.connect('TRIP-1', thing.secret);
    await device.publishAsync('things/TRIP-1/replies', '{}', { qos: 1 });
    expect((await rejectsOf('TRIP-1')).list[0]).toMatchObject({
      reason: 'store_refused: too deep',
      payload: '{}',
    });
  });
});

describe('a state message that cannot be read', () => {
  test('is acknowledged and listed with its reason', async () => {
    const thing = await f.thing('REJECT-2');
    const device = await f.connect('REJECT-2', thing.secret);
    const publish = (text: string) => device.publishAsync('things/REJECT-2/state', text, { qos: 1 });
    await publish('online');
    await publish('{"online":"yes"}');
    const url = `/v1/data-mgmt/tenants/${f.main.tenantId}/rejects?devid=REJECT-2`;
    const { data } = await f.call(f.main, url);
    expect(data).toMatchObject({ total: 2, reasons: { not_json: 1, bad_message: 1 } });
    const { list } = data as { list: object[] };
    expect(list[0]).toMatchObject({
      topic: 'things/REJECT-2/state',
      reason: 'bad_message: online',
      payload: '{"online":"yes"}',
    });
  });

  test('counts against the telemetry limit of the device', async () => {
    const thing = await f.thing('REJECT-3');
    const device = await f.connect('REJECT-3', thing.secret);
    // When the minute changes meanwhile, twice as many pass.
    if (Date.now() % 60_000 > 50_000) await sleep(60_000 - (Date.now() % 60_000));
    const publish = (kind: string) => device.publishAsync(`things/REJECT-3/${kind}`, '{', { qos: 1 });
    await Promise.all(Array.from({ length: 40 }, () => publish('telemetry')));
    await Promise.all(Array.from({ length: 40 }, () => publish('state')));
    const url = `/v1/data-mgmt/tenants/${f.main.tenantId}/rejects?devid=REJECT-3`;
    expect((await f.call(f.main, url)).data).toMatchObject({ total: 60, reasons: { not_json: 60 } });
  });
});

describe('a clock that runs ahead', () => {
  test('never makes a reading of the future the newest, and is shown as drift', async () => {
    const thing = await f.thing('AHEAD-1');
    const now = Date.now();
    await f.send('AHEAD-1', frame({ M_SOC: 44 }, now - 1000));
    await f.send('AHEAD-1', frame({ M_SOC: 99 }, now + 5 * 3_600_000));
    expect((await stateOf(thing.id)).clock_drift_s).toBeGreaterThan(17_900);
    const model = `/v1/data-mgmt/tenants/${f.main.tenantId}/info-model/HE_BAT`;
    const newest = async () => {
      const [last] = (
        await f.call(f.main, '/v1/devices/batch/lastdata?devtype=HE_BAT', [{ devid: 'AHEAD-1' }])
      ).data as { time: number; fields: Record<string, { value: number }> }[];
      const query = `thirdThingsIds=AHEAD-1&topN=1&order=desc&end_time=${now + 86_400_000}`;
      const [row] = (await f.call(f.main, `${model}/things/batch/data?${query}`)).data as {
        fields: object;
      }[];
      return [last?.fields.M_SOC?.value, row?.fields];
    };
    expect(await newest()).toEqual([44, { M_SOC: 44 }]);
    await f.send('AHEAD-1', frame({ M_SOC: 45 }));
    expect(await newest()).toEqual([45, { M_SOC: 45 }]);
    const { clock_drift_s, soc_pct } = await stateOf(thing.id);
    expect([Math.abs(clock_drift_s ?? 99) < 60, soc_pct]).toEqual([true, 45]);
  });
});

describe('wrong secrets', () => {
  test('make the device wait at that address but not at another, and are audited', async () => {
    const thing = await f.thing('GUESS-1');
    const post = (secret: string, remoteAddress: string) =>
      f.app.inject({
        method: 'POST',
        url: '/v1/devices/GUESS-1/data',
        payload: frame({ M_SOC: 1 }),
        remoteAddress,
        headers: { authorization: `Basic ${Buffer.from(`GUESS-1:${secret}`).toString('base64')}` },
      });
    const statuses = [];
    for (let i = 0; i < 7; i++) statuses.push((await post(`wrong${i}`, '10.9.9.9')).statusCode);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    expect((await post(thing.secret, '10.9.9.9')).statusCode).toBe(429);
    for (let i = 0; i < 5; i++) await post('wrong', '10.9.9.8');
    expect((await post(thing.secret, '10.9.9.7')).statusCode).toBe(200);
    await expect(f.connect('GUESS-1', 'wrong')).rejects.toThrow();
    await f.connect('GUESS-1', thing.secret);
    await vi.waitFor(
      async () => {
        const { rows } = await sql<{
          object_id: string | null;
          ip: string | null;
          tenant_id: string | null;
        }>`select object_id, ip, tenant_id from audit where action = 'thing.secretRefused'`.execute(
          f.services.db,
        );
        expect(rows).toEqual([{ object_id: thing.id, ip: '10.9.9.8', tenant_id: f.main.tenantId }]);
      },
      { timeout: 10_000 },
    );
  });
});

describe('HTTP ingest', () => {
  const post = (devid: string, credentials: string | null, body: unknown) =>
    f.app.inject({
      method: 'POST',
      url: `/v1/devices/${devid}/data`,
      payload: JSON.stringify(body),
      headers: {
        'content-type': 'application/json',
        ...(credentials ? { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` } : {}),
      },
    });

  test('answers with the number of points after their commit', async () => {
    const thing = await f.thing('HTTP-1');
    const reply = await post('HTTP-1', `HTTP-1:${thing.secret}`, [
      frame({ M_SOC: 1, M_SOH: 2 }),
      frame({ M_SOC: 3 }, 1),
    ]);
    expect(reply.json()).toMatchObject({ code: 0, data: { accepted: 2 } });
    expect(await count('points', thing.key)).toBe(2);
  });

  test('takes a frame with a NUL in a key as MQTT does', async () => {
    const thing = await f.thing('HTTP-4');
    const reply = await post('HTTP-4', `HTTP-4:${thing.secret}`, frame({ M_SOC: 1, 'M_\0': 2 }));
    expect(reply.json()).toMatchObject({ code: 0, data: { accepted: 1 } });
  });

  test('refuses a caller other than the device', async () => {
    const thing = await f.thing('HTTP-2');
    for (const credentials of [null, 'HTTP-2:wrong', `HTTP-1:${thing.secret}`, 'HTTP-2']) {
      expect((await post('HTTP-2', credentials, frame({ M_SOC: 1 }))).statusCode).toBe(401);
    }
    expect((await post('HTTP-1', `HTTP-2:${thing.secret}`, frame({ M_SOC: 1 }))).statusCode).toBe(401);
  });

  test('refuses a body that is too large', async () => {
    const thing = await f.thing('HTTP-3');
    const reply = await post('HTTP-3', `HTTP-3:${thing.secret}`, { text: 'x'.repeat(300_000) });
    expect(reply.statusCode).toBe(413);
  });
});

describe('the last known state', () => {
  test('follows the newest values and is announced', async () => {
    const thing = await f.thing('STATE-1');
    const received: { devid: string; soc: number | null; status: number }[] = [];
    const end = await f.services.bus.subscribe(liveTopics.state, (_topic, payload) => {
      received.push(...JSON.parse(payload.toString()).things);
    });
    const now = Date.now();
    await f.send(
      'STATE-1',
      frame({ M_SOC: 60, M_POWER: -900, E_PV_P: 1200, E_GRID_P: -50, E_LOAD_P: 250 }, now),
    );
    await f.send('STATE-1', { ...frame({ M_SOC: 10, M_SOH: 98 }, now - 60_000), q: 1 });
    expect(await stateOf(thing.id)).toMatchObject({
      status: 1,
      online: true,
      soc_pct: 60,
      soh_pct: 98,
      work_state: 'charging',
      bat_power_w: -900,
      pv_power_w: 1200,
      grid_power_w: -50,
      load_power_w: 250,
    });
    expect((await stateOf(thing.id)).last_time?.getTime()).toBe(now);
    // Older than the stored row: only unknown values are taken.
    await f.send('STATE-1', frame({ M_SOC: 5, M_POWER: 5000 }, now - 120_000));
    expect(await stateOf(thing.id)).toMatchObject({ soc_pct: 60, work_state: 'charging' });
    expect(received.filter((t) => t.devid === 'STATE-1').at(-1)).toMatchObject({ soc: 60, status: 1 });
    await end();
  });

  test('takes versions and attributes from the state topic, and offline from the last will', async () => {
    const thing = await f.thing('STATE-2');
    const will = {
      topic: 'things/STATE-2/state',
      payload: Buffer.from('{"online":false}'),
      qos: 1 as const,
      retain: true,
    };
    const device = await f.connect('STATE-2', thing.secret, { will });
    const state = { online: true, hw_version: '2.1', sw_version: '5.0.3', E_TZ: 'Asia/Tokyo' };
    await device.publishAsync('things/STATE-2/state', JSON.stringify(state), { qos: 1, retain: true });
    expect(await stateOf(thing.id)).toMatchObject({
      status: 1,
      online: true,
      hw_version: '2.1',
      sw_version: '5.0.3',
      attributes: { E_TZ: 'Asia/Tokyo' },
    });
    device.stream.destroy();
    await vi.waitFor(
      async () => {
        expect(await stateOf(thing.id)).toMatchObject({ status: 0, online: false, hw_version: '2.1' });
      },
      { timeout: 10_000 },
    );
  });

  test('stays offline when a frame that was received before is written after the device went offline', async () => {
    const thing = await f.thing('STATE-9');
    const at = (received_ms: number) => noChange(thing.id, 'STATE-9', received_ms);
    const now = Date.now();
    await writeChanges(f.services.db, [{ ...at(now), online: false }]);
    await writeChanges(f.services.db, [{ ...at(now - 100), soc_pct: 44, time_ms: now - 200 }]);
    expect(await stateOf(thing.id)).toMatchObject({ status: 0, online: false, soc_pct: 44 });
    await writeChanges(f.services.db, [at(now + 100)]);
    expect(await stateOf(thing.id)).toMatchObject({ status: 1, online: true });
  });

  test('is a fault while an event of level 3 is active', async () => {
    const thing = await f.thing('STATE-3');
    await f.send('STATE-3', frame({ M_SOC: 60 }));
    expect((await stateOf(thing.id)).status).toBe(1);
    await sql`
      insert into events (thing_id, code, name_en, name_zh, level, begin_time)
      values (${thing.id}, 'X', 'x', 'x', 3, now())`.execute(f.services.db);
    await f.telemetry.refreshStatus([thing.id]);
    expect((await stateOf(thing.id)).status).toBe(2);
    await f.send('STATE-3', frame({ M_SOC: 61 }));
    expect((await stateOf(thing.id)).status).toBe(2);
    await sql`update events set state = 2, end_time = ${new Date()} where thing_id = ${thing.id}`.execute(
      f.services.db,
    );
    await f.telemetry.refreshStatus([thing.id]);
    expect((await stateOf(thing.id)).status).toBe(1);
  });

  test('is restored at the next start from acknowledged frames that were not written', async () => {
    const thing = await f.thing('STATE-4');
    // PostgreSQL hangs while the frame is committed, and the process ends before it recovers.
    await f.telemetry.flush();
    const blocker = await f.services.pool.connect();
    await blocker.query('begin');
    await blocker.query('lock table thing_state');
    const sent = Date.now();
    await f.send('STATE-4', frame({ M_SOC: 77, M_POWER: 1000 }, sent));
    const again = f.restart();
    await blocker.query('rollback');
    blocker.release();
    await again;
    const row = oneRow(
      await sql<{
        soc_pct: number | null;
        work_state: string | null;
        status: number;
        last_time: Date | null;
      }>`
        select soc_pct, work_state, status, last_time from thing_state
        where thing_id = ${thing.id}`.execute(f.services.db),
    );
    expect(row).toMatchObject({ soc_pct: 77, work_state: 'discharging', status: 1 });
    expect(row.last_time?.getTime()).toBe(sent);
  });
});

test('listeners receive frames after their commit', async () => {
  const thing = await f.thing('HEAR-1');
  const received: unknown[] = [];
  f.telemetry.onCommitted((frames) => {
    received.push(...frames.filter((x) => x.devid === 'HEAR-1').map((x) => [x.thing.id, x.data, x.quality]));
  });
  await f.send('HEAR-1', { ...frame({ M_PROT1: 4, M_SOC: 'x' as never }), q: 1 });
  expect(received).toEqual([[thing.id, { M_PROT1: 4 }, 1]]);
});
