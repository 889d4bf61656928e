import { setTimeout as sleep } from 'node:timers/promises';
import mqtt from 'mqtt';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { UplinkRouter } from '../platform/uplink.ts';
import { type Broker, createBroker } from './broker.ts';

const log = pino({ level: 'silent' });
const secrets: Record<string, string> = { DEV1: 'one', DEV2: 'two' };
const clients: mqtt.MqttClient[] = [];
let broker: Broker;
let port: number;
let uplink: UplinkRouter;
let taken: { devid: string; kind: string; text: string }[];
/** Delays the uplink's processing of telemetry. */
let slow: () => Promise<void>;

async function start(options: { rate?: number; maxPendingBytes?: number } = {}) {
  uplink = new UplinkRouter();
  taken = [];
  slow = async () => {};
  for (const kind of ['telemetry', 'state', 'events', 'replies'] as const) {
    uplink.on(kind, async ({ devid, payload }) => {
      if (kind === 'telemetry') await slow();
      taken.push({ devid, kind, text: payload.toString() });
    });
  }
  broker = await createBroker({
    authenticate: async (devid, secret) => {
      if (devid === 'DOWN') throw new Error('the registry is unreachable');
      return secrets[devid] === secret ? {} : null;
    },
    uplink,
    log,
    rate: options.rate ?? 1000,
    ...options,
  });
  port = await broker.listen('127.0.0.1', 0);
}

function connect(
  username: string,
  password: string,
  more: mqtt.IClientOptions = {},
): Promise<mqtt.MqttClient> {
  const client = mqtt.connect({
    host: '127.0.0.1',
    port,
    username,
    password,
    reconnectPeriod: 0,
    protocolVersion: 4,
    ...more,
  });
  clients.push(client);
  return new Promise((resolve, reject) => {
    client.once('connect', () => resolve(client));
    client.once('error', reject);
  });
}

const closed = (client: mqtt.MqttClient) =>
  new Promise<void>((resolve) => client.once('close', () => resolve()));

beforeEach(() => start());
afterEach(async () => {
  for (const client of clients.splice(0)) client.end(true);
  await broker.stop();
});

describe('authentication', () => {
  test.each([
    ['a wrong secret', 'DEV1', 'two', 4],
    ['an unknown device', 'DEV9', 'one', 4],
    ['a name with topic characters', 'DEV1/x', 'one', 4],
    ['an unreachable registry', 'DOWN', 'x', 3],
  ])('%s is refused with its code', async (_what, username, password, code) => {
    await expect(connect(username, password)).rejects.toMatchObject({ code });
  });

  test('a last will must be on the device’s state topic', async () => {
    const will = { topic: 'things/DEV2/state', payload: Buffer.from('{}'), qos: 1 as const, retain: true };
    await expect(connect('DEV1', 'one', { will })).rejects.toMatchObject({ code: 5 });
  });

  test('a second connection of a device takes over, regardless of its client id', async () => {
    const first = await connect('DEV1', 'one', { clientId: 'a' });
    const ended = closed(first);
    const second = await connect('DEV1', 'one', { clientId: 'b' });
    await ended;
    await second.publishAsync('things/DEV1/events', 'x', { qos: 1 });
    expect(taken).toEqual([{ devid: 'DEV1', kind: 'events', text: 'x' }]);
    expect(broker.stats().connections).toBe(1);
  });

  test('two devices may use the same client id', async () => {
    const one = await connect('DEV1', 'one', { clientId: 'same' });
    await connect('DEV2', 'two', { clientId: 'same' });
    await sleep(50);
    expect(one.connected).toBe(true);
  });
});

describe('topics', () => {
  test.each([
    'things/DEV2/telemetry',
    'things/DEV1/commands',
    'things/DEV1/other',
    'things/DEV1',
    'voltloop/live/state',
    '$SYS/x',
  ])('publishing to %s ends the connection', async (topic) => {
    const device = await connect('DEV1', 'one');
    const ended = closed(device);
    device.publish(topic, 'x', { qos: 1 });
    await ended;
    expect(taken).toEqual([]);
  });

  test.each([
    'things/DEV2/commands',
    'things/DEV1/telemetry',
    'things/+/commands',
    '#',
    '$SYS/#',
    'things/DEV1/#',
  ])('subscribing to %s is refused', async (topic) => {
    const device = await connect('DEV1', 'one');
    await expect(device.subscribeAsync(topic, { qos: 1 })).rejects.toThrow();
  });

  test('commands arrive, only of the device’s topic', async () => {
    const device = await connect('DEV1', 'one');
    const received: string[] = [];
    device.on('message', (topic, payload) => received.push(`${topic} ${payload}`));
    await device.subscribeAsync('things/DEV1/commands', { qos: 1 });
    await broker.bus.publish('things/DEV2/commands', 'other', { qos: 1 });
    await broker.bus.publish('things/DEV1/commands', 'own', { qos: 1 });
    await vi.waitFor(() => expect(received).toEqual(['things/DEV1/commands own']), { timeout: 10_000 });
  });

  test('a retained message of a device is processed like any other', async () => {
    const device = await connect('DEV1', 'one');
    await device.publishAsync('things/DEV1/state', '{"online":true}', { qos: 1, retain: true });
    await device.publishAsync('things/DEV1/events', 'e', { qos: 1, retain: true });
    expect(taken.map((t) => t.kind)).toEqual(['state', 'events']);
  });

  test('the will is published when the connection breaks, but not after a regular disconnect', async () => {
    const will = { topic: 'things/DEV1/state', payload: Buffer.from('gone'), qos: 1 as const, retain: true };
    const regular = await connect('DEV1', 'one', { will });
    await regular.endAsync();
    await sleep(50);
    expect(taken).toEqual([]);
    const device = await connect('DEV1', 'one', { will });
    device.stream.destroy();
    await vi.waitFor(() => expect(taken).toEqual([{ devid: 'DEV1', kind: 'state', text: 'gone' }]), {
      timeout: 10_000,
    });
  });

  test('the server’s subscriptions receive messages of devices until they end', async () => {
    const device = await connect('DEV1', 'one');
    const received: string[] = [];
    const end = await broker.bus.subscribe('things/+/telemetry', (topic, payload) =>
      received.push(`${topic} ${payload}`),
    );
    await device.publishAsync('things/DEV1/telemetry', 'a', { qos: 1 });
    await end();
    await device.publishAsync('things/DEV1/telemetry', 'b', { qos: 1 });
    expect(received).toEqual(['things/DEV1/telemetry a']);
  });

  test('a device can be disconnected', async () => {
    const device = await connect('DEV1', 'one');
    const ended = closed(device);
    await broker.bus.disconnect('DEV1');
    await ended;
    await broker.bus.disconnect('DEV1');
  });
});

describe('flow', () => {
  test('a packet of more than 256 kB ends the connection before it is read', async () => {
    const device = await connect('DEV1', 'one');
    await device.publishAsync('things/DEV1/telemetry', Buffer.alloc(250_000), { qos: 1 });
    const ended = closed(device);
    device.publish('things/DEV1/telemetry', Buffer.alloc(300_000), { qos: 1 });
    await ended;
    expect(taken).toHaveLength(1);
  });

  test('an acknowledgement waits for the uplink, but not for those of other devices', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const one = await connect('DEV1', 'one');
    const two = await connect('DEV2', 'two');
    slow = () => promise;
    let acknowledged = false;
    const sent = one.publishAsync('things/DEV1/telemetry', 'x', { qos: 1 }).then(() => {
      acknowledged = true;
    });
    await two.publishAsync('things/DEV2/events', 'y', { qos: 1 });
    await sleep(50);
    expect(acknowledged).toBe(false);
    resolve();
    await sent;
  });

  test('a message that the uplink rejects is not acknowledged, and the connection ends', async () => {
    const device = await connect('DEV1', 'one');
    slow = async () => {
      throw new Error('no');
    };
    const ended = closed(device);
    const acknowledged = vi.fn();
    device.publish('things/DEV1/telemetry', 'x', { qos: 1 }, (e) => e ?? acknowledged());
    await ended;
    expect(acknowledged).not.toHaveBeenCalled();
  });

  test('a flooding device is slowed to its rate, all its messages arrive, and others are not slowed', async () => {
    await broker.stop();
    await start({ rate: 50 });
    const flood = await connect('DEV1', 'one');
    const other = await connect('DEV2', 'two');
    const all = Promise.all(
      Array.from({ length: 300 }, (_, i) =>
        flood.publishAsync('things/DEV1/telemetry', String(i), { qos: 1 }),
      ),
    );
    await sleep(100);
    const before = taken.filter((t) => t.devid === 'DEV1').length;
    // The burst of four seconds' worth, plus a tenth of a second (with tolerance for a slow machine).
    expect(before).toBeGreaterThanOrEqual(200);
    expect(before).toBeLessThan(300);
    await other.publishAsync('things/DEV2/telemetry', 'y', { qos: 1 });
    expect(taken.filter((t) => t.devid === 'DEV1').length).toBeLessThan(300);
    await all;
    const texts = taken.filter((t) => t.devid === 'DEV1').map((t) => t.text);
    expect(texts).toEqual(Array.from({ length: 300 }, (_, i) => String(i)));
  });

  test('while the store hangs, memory stays bounded; afterwards everything arrives', async () => {
    await broker.stop();
    const limit = 500_000;
    await start({ rate: 100_000, maxPendingBytes: limit });
    const { promise, resolve } = Promise.withResolvers<void>();
    slow = () => promise;
    const names = Array.from({ length: 40 }, (_, i) => `MANY${i}`);
    for (const name of names) secrets[name] = 'x';
    const devices = await Promise.all(names.map((name) => connect(name, 'x')));
    const payload = Buffer.alloc(10_000, 'x');
    const all = Promise.all(
      devices.flatMap((device, d) =>
        Array.from({ length: 25 }, () =>
          device.publishAsync(`things/${names[d]}/telemetry`, payload, { qos: 1 }),
        ),
      ),
    );
    await vi.waitFor(() => expect(broker.stats().readingPaused).toBe(true), { timeout: 10_000 });
    await sleep(300);
    // 10 MB were sent. Buffered is at most the bound and the chunk that was being read then.
    expect(broker.stats().pendingBytes).toBeLessThan(limit + 100_000);
    resolve();
    await all;
    expect(taken).toHaveLength(1000);
    expect(broker.stats()).toMatchObject({ pendingBytes: 0, readingPaused: false });
  });
});

test('stopping ends every connection, without last wills', async () => {
  const will = { topic: 'things/DEV1/state', payload: Buffer.from('gone'), qos: 1 as const, retain: true };
  const device = await connect('DEV1', 'one', { will });
  const ended = closed(device);
  await broker.stop();
  await ended;
  expect(taken).toEqual([]);
  await start();
});
