import { connect as connectTcp } from 'node:net';
import { sql } from 'kysely';
import { MqttClient } from 'mqtt';
import { beforeAll, expect, test } from 'vitest';
import { startDeviceServer, until } from '../../../testing/devices.ts';
import { setUp } from '../../../testing/set-up.ts';
import type { AccountRow } from '../../people/accounts/index.ts';
import { QUIET_MS, wrongSecret } from './rules.ts';
import { clearQuiet } from './store.ts';

const node = setUp(startDeviceServer);
let main: AccountRow;
beforeAll(async () => {
  main = await node.server.tenant();
});

/** Connects over MQTT from an address of this machine; returns the broker's code: 0, or its refusal. */
function connect(devid: string, secret: string, localAddress = '127.0.0.1'): Promise<number> {
  const client = new MqttClient(() => connectTcp({ host: '127.0.0.1', port: node.mqttPort, localAddress }), {
    username: devid,
    password: secret,
    reconnectPeriod: 0,
    protocolVersion: 4,
  });
  return new Promise<number>((resolve) => {
    client.once('connect', () => resolve(0));
    client.once('error', (error) => resolve((error as { code?: number }).code ?? -1));
    client.once('close', () => resolve(-1));
  }).finally(() => client.end(true));
}

const overHttp = async (devid: string, secret: string, remoteAddress: string) => {
  const authorization = `Basic ${Buffer.from(`${devid}:${secret}`).toString('base64')}`;
  const reply = await node.server.app.inject({
    method: 'POST',
    url: `/v1/devices/${devid}/data`,
    remoteAddress,
    headers: { authorization },
    payload: { ts: Date.now(), seq: 1, boot: 1, data: { M_SOC: 50 } },
  });
  return reply.statusCode;
};

const events = async (thingId: string) => {
  const { rows } = await sql<{
    code: string;
    source: string;
    level: number;
    value: number | null;
    state: number;
    begin_time: Date;
    end_time: Date | null;
  }>`
    select code, source, level, value, state, begin_time, end_time from events
    where thing_id = ${thingId} order by begin_time`.execute(node.services.db);
  return rows;
};

async function guess(devid: string, times: number, localAddress?: string): Promise<number[]> {
  const answers: number[] = [];
  while (answers.length < times) {
    const batch = Array.from({ length: Math.min(250, times - answers.length) }, (_, i) =>
      connect(devid, `wrong ${answers.length + i}`, localAddress),
    );
    answers.push(...(await Promise.all(batch)));
  }
  return answers;
}

const REFUSED = 4;

test('2,000 wrong secrets over MQTT block only that address', async () => {
  const thing = await node.register(main, 'GUESS-MQTT');
  const other = await node.register(main, 'OTHER-MQTT');
  expect(new Set(await guess(thing.devid, 2000))).toEqual(new Set([REFUSED]));
  // The right secret is no longer checked from there: neither over MQTT nor over HTTP.
  expect(await connect(thing.devid, thing.secret)).toBe(REFUSED);
  expect(await overHttp(thing.devid, thing.secret, '127.0.0.1')).toBe(429);
  // The device has moved, and another one uses the same address.
  expect(await connect(thing.devid, thing.secret, '127.0.0.2')).toBe(0);
  expect(await connect(other.devid, other.secret)).toBe(0);
  // With so many guesses at the device, one wrong secret from a new address is enough.
  expect(await connect(thing.devid, 'wrong', '127.0.0.3')).toBe(REFUSED);
  expect(await connect(thing.devid, thing.secret, '127.0.0.3')).toBe(REFUSED);
}, 120_000);

test('concurrent guesses are not checked beyond the free tries', async () => {
  const thing = await node.register(main, 'BURST-MQTT');
  const wrong = Array.from({ length: 20 }, (_, i) => connect(thing.devid, `wrong ${i}`));
  expect(await Promise.all(wrong)).toEqual(Array(20).fill(REFUSED));
  expect(await connect(thing.devid, thing.secret)).toBe(REFUSED);
}, 60_000);

test('are one event, which counts the attempts and ends when they stop', async () => {
  const thing = await node.register(main, 'EVENT-MQTT');
  await guess(thing.devid, 9);
  expect(await events(thing.id)).toEqual([]);
  await guess(thing.devid, 31);
  const at = node.server.clock.now;
  const active = {
    code: 'WRONG_SECRET',
    source: 'platform',
    level: 2,
    state: 1,
    begin_time: at,
    end_time: null,
  };
  expect(await until(async () => (await events(thing.id))[0])).toMatchObject(active);
  // Attempts after the first report follow in the next one.
  await until(async () => (await events(thing.id))[0]?.value === 40);
  expect(await events(thing.id)).toHaveLength(1);
  const { token } = await node.server.signIn(main.userName);
  const listed = await node.server.call(
    token,
    'GET',
    `/v1/data-mgmt/tenants/${main.tenantId}/events?devid=${thing.devid}`,
  );
  expect((listed.data as { list: { code: string; value: number }[] }).list).toMatchObject([
    { code: 'WRONG_SECRET', value: 40 },
  ]);

  const { db } = node.services;
  expect(await clearQuiet(db, wrongSecret, new Date(at.getTime() + 1))).toContainEqual(
    expect.objectContaining({ thing_id: thing.id, state: 2 }),
  );
  expect(await events(thing.id)).toMatchObject([{ ...active, state: 2, end_time: at }]);
  // A new run of guesses is a new event.
  node.server.clock.now = new Date(at.getTime() + QUIET_MS + 1);
  await guess(thing.devid, 10);
  expect(await until(async () => (await events(thing.id))[1])).toMatchObject({ state: 1, value: 10 });
}, 60_000);

test('of a device that does not exist raise no event', async () => {
  await guess('NO-SUCH-DEVICE', 12);
  const { rows } = await node.services.pool.query(
    "select from events e join things t on t.id = e.thing_id where t.devid = 'NO-SUCH-DEVICE'",
  );
  expect(rows).toEqual([]);
}, 60_000);
