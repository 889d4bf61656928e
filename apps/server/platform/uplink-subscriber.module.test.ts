import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import mqtt from 'mqtt';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { freePort } from '../testing/free-port.ts';
import { type Bus, toDevice } from './bus.ts';
import { createBusClient, matches } from './bus-client.ts';
import type { Running } from './services.ts';
import { type UplinkMessage, UplinkRouter } from './uplink.ts';
import { startUplinkSubscriber } from './uplink-subscriber.ts';

const MOSQUITTO = ['/usr/sbin/mosquitto', '/usr/bin/mosquitto', '/usr/local/sbin/mosquitto'].find(existsSync);
const log = pino({ level: 'silent' });

/** Mosquitto, a different broker, on its own port. */
class Mosquitto {
  port = 0;
  #folder = '';
  /** Access rules; without them all access is allowed. */
  rules: string | null = null;
  #process: ChildProcess | undefined;

  get url(): string {
    return `mqtt://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    this.#folder ||= await mkdtemp(join(tmpdir(), 'voltloop-mosquitto-'));
    this.port ||= await freePort();
    const config = join(this.#folder, 'mosquitto.conf');
    const lines = [`listener ${this.port} 127.0.0.1`, 'allow_anonymous true', 'max_inflight_messages 0'];
    if (this.rules !== null) {
      const file = join(this.#folder, 'acl');
      await writeFile(file, this.rules, { mode: 0o644 });
      lines.push(`acl_file ${file}`);
      await chmod(this.#folder, 0o755);
    }
    await writeFile(config, lines.join('\n'));
    const child = spawn(MOSQUITTO as string, ['-c', config], { stdio: 'ignore' });
    this.#process = child;
    await vi.waitFor(
      async () => {
        const probe = await mqtt.connectAsync(this.url, { reconnectPeriod: 0, connectTimeout: 500 }, false);
        await probe.endAsync(true);
      },
      { timeout: 10_000, interval: 100 },
    );
  }

  async stop(): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

test.each([
  ['things/+/telemetry', 'things/A/telemetry', true],
  ['things/+/telemetry', 'things/A/state', false],
  ['things/+/telemetry', 'things/A/telemetry/x', false],
  ['things/#', 'things/A/telemetry', true],
  ['things/A', 'things', false],
  ['voltloop/live/state', 'voltloop/live/state', true],
])('the filter %s and the topic %s: %s', (filter, topic, expected) => {
  expect(matches(filter, topic)).toBe(expected);
});

test('an unreachable broker is reported in one sentence', async () => {
  const port = await freePort();
  await expect(createBusClient(`mqtt://127.0.0.1:${port}`, log)).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringContaining('MQTT_URL'),
  });
});

describe.skipIf(!MOSQUITTO)('with another broker', () => {
  const mosquitto = new Mosquitto();
  const running: Running[] = [];
  const clients: mqtt.MqttClient[] = [];
  let node = 0;

  beforeAll(() => mosquitto.start());
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.endAsync(true);
    for (const r of running.splice(0)) await r.stop();
  });
  afterAll(() => mosquitto.remove());

  async function subscribe(take: (message: UplinkMessage) => Promise<void>, name = `test-${++node}`) {
    const uplink = new UplinkRouter();
    for (const kind of ['telemetry', 'state', 'replies'] as const) uplink.on(kind, take);
    const subscriber = await startUplinkSubscriber({
      url: mosquitto.url,
      uplink,
      log,
      node: name,
      drain_ms: 100,
    });
    running.push(subscriber);
    return subscriber;
  }

  async function device(): Promise<mqtt.MqttClient> {
    const client = await mqtt.connectAsync(mosquitto.url, { reconnectPeriod: 0, protocolVersion: 5 });
    clients.push(client);
    return client;
  }

  test('every kind of message arrives, many at once', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const seen: string[] = [];
    await subscribe(async ({ devid, kind, payload }) => {
      seen.push(`${devid} ${kind} ${payload}`);
      await promise;
    });
    const d = await device();
    const sent = Array.from({ length: 500 }, (_, i) =>
      d.publishAsync('things/A/telemetry', String(i), { qos: 1 }),
    );
    sent.push(d.publishAsync('things/B/replies', 'r', { qos: 1 }));
    await Promise.all(sent);
    await vi.waitFor(() => expect(seen).toHaveLength(501), { timeout: 10_000 });
    expect(seen).toContain('A telemetry 499');
    expect(seen).toContain('B replies r');
    resolve();
  });

  test('unprocessed messages of a stopped node go to the next one, processed ones do not', async () => {
    const first: string[] = [];
    const node = await subscribe(({ payload }) => {
      first.push(payload.toString());
      return payload.toString() === 'kept' ? Promise.resolve() : new Promise(() => {});
    }, 'returning');
    const d = await device();
    await d.publishAsync('things/A/telemetry', 'kept', { qos: 1 });
    await d.publishAsync('things/A/telemetry', 'lost', { qos: 1 });
    await vi.waitFor(() => expect(first).toEqual(['kept', 'lost']), { timeout: 10_000 });
    await node.stop();
    const second: string[] = [];
    await subscribe(async ({ payload }) => {
      second.push(payload.toString());
    }, 'returning');
    await vi.waitFor(() => expect(second).toEqual(['lost']), { timeout: 10_000 });
  });

  test('a failed message is redelivered', async () => {
    let tries = 0;
    await subscribe(async () => {
      if (++tries === 1) throw new Error('the store is unreachable');
    });
    const d = await device();
    await d.publishAsync('things/A/telemetry', 'x', { qos: 1 });
    await vi.waitFor(() => expect(tries).toBe(2), { timeout: 5000 });
  });

  test('two nodes share the messages', async () => {
    const seen: string[][] = [[], []];
    for (const list of seen) {
      await subscribe(async ({ payload }) => {
        list.push(payload.toString());
      });
    }
    const d = await device();
    await Promise.all(
      Array.from({ length: 200 }, (_, i) => d.publishAsync('things/A/telemetry', String(i), { qos: 1 })),
    );
    await vi.waitFor(() => expect(seen.flat()).toHaveLength(200), { timeout: 10_000 });
    expect(new Set(seen.flat()).size).toBe(200);
    for (const list of seen) expect(list.length).toBeGreaterThan(20);
  });

  test('of two nodes with one name each disconnects the other, and the disconnected one reports it', async () => {
    const both = [await subscribe(async () => {}, 'same'), await subscribe(async () => {}, 'same')];
    await vi.waitFor(() => expect(both.map((each) => each.cause())).toContain('broker_link'), {
      timeout: 40_000,
      interval: 50,
    });
  });

  test('a broker whose rules withhold device messages is detected', async () => {
    const deaf = new Mosquitto();
    deaf.rules = 'topic readwrite voltloop/#\n';
    await deaf.start();
    const options = { uplink: new UplinkRouter(), log, drain_ms: 100, silent_ms: 3000 };
    const refused = await startUplinkSubscriber({ ...options, url: deaf.url, node: 'refused' });
    const good = await startUplinkSubscriber({ ...options, url: mosquitto.url, node: 'good' });
    running.push(refused, good);
    await vi.waitFor(() => expect(refused.cause()).toBe('broker_rights'), { timeout: 40_000, interval: 200 });
    expect(good.cause()).toBeNull();
    await deaf.remove();
  });

  test('the bus publishes and receives, also after a broker outage', async () => {
    const bus: Bus = await createBusClient(mosquitto.url, log);
    running.push(bus);
    const received: string[] = [];
    const end = await bus.subscribe('voltloop/live/+', (topic, payload) =>
      received.push(`${topic} ${payload}`),
    );
    await bus.publish('voltloop/live/state', 'one');
    await vi.waitFor(() => expect(received).toEqual(['voltloop/live/state one']), { timeout: 10_000 });
    await mosquitto.stop();
    await vi.waitFor(() => expect(bus.publish('voltloop/live/state', 'x')).rejects.toThrow(), {
      timeout: 10_000,
    });
    await mosquitto.start();
    await vi.waitFor(
      async () => {
        await bus.publish('voltloop/live/state', 'two');
        await sleep(50);
        expect(received).toContain('voltloop/live/state two');
      },
      { timeout: 10_000, interval: 200 },
    );
    await end();
  });

  test('a message to a device expires at the broker, which stores it only briefly', async () => {
    const bus = await createBusClient(mosquitto.url, log);
    running.push(bus);
    const d = await device();
    const expiries: (number | undefined)[] = [];
    d.on('message', (_topic, _payload, packet) => expiries.push(packet.properties?.messageExpiryInterval));
    await d.subscribeAsync('things/A/commands', { qos: 1 });
    await bus.publish('things/A/commands', 'x', toDevice);
    await vi.waitFor(() => expect(expiries).toEqual([toDevice.expires_s]), { timeout: 10_000 });
  });

  test('what a disconnected device had the broker retain is cleared, and the clearing is no message', async () => {
    const seen: string[] = [];
    await subscribe(async ({ payload }) => {
      seen.push(payload.toString());
    });
    const bus = await createBusClient(mosquitto.url, log);
    running.push(bus);
    const d = await device();
    await d.publishAsync('things/OLD/state', 'old', { qos: 1, retain: true });
    await bus.disconnect('OLD');
    await d.publishAsync('things/OLD/state', 'new', { qos: 1 });
    await vi.waitFor(() => expect(seen).toEqual(['old', 'new']), { timeout: 10_000 });
    const later: string[] = [];
    const watcher = await device();
    watcher.on('message', (_topic, payload) => later.push(payload.toString()));
    await watcher.subscribeAsync('things/OLD/state', { qos: 1 });
    await d.publishAsync('things/OLD/state', 'newest', { qos: 1 });
    await vi.waitFor(() => expect(later).toEqual(['newest']), { timeout: 10_000 });
  });

  test('the subscriber reconnects after a broker outage', async () => {
    const seen: string[] = [];
    await subscribe(async ({ payload }) => {
      seen.push(payload.toString());
    });
    await mosquitto.stop();
    await mosquitto.start();
    const d = await device();
    await vi.waitFor(
      async () => {
        await d.publishAsync('things/A/telemetry', 'back', { qos: 1 });
        expect(seen).toContain('back');
      },
      { timeout: 10_000, interval: 200 },
    );
  });
});
