import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { topicOf } from '@voltloop/protocol';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type TestWorld, testWorld } from '../apps/server/testing/world.ts';
import { type Client, register, setUp } from './api.ts';
import { expectEveryAnswer } from './durability/answers.ts';
import { Publisher } from './durability/publisher.ts';
import { freePort, type Instance, startInstance } from './instance.ts';
import { hasRabbitmq, Rabbit } from './rabbitmq.ts';

const SECRET = 'what-the-broker-proves-itself-by';
const DAY_MS = 86_400_000;

test.skipIf(hasRabbitmq)("RabbitMQ is tested if Debian's rabbitmq-server is installed", ({ skip }) => {
  skip('rabbitmq-server is not installed: apt-get install rabbitmq-server');
});

describe.skipIf(!hasRabbitmq)('with RabbitMQ as the broker', () => {
  let world: TestWorld;
  let folder: string;
  let rabbit: Rabbit;
  let api: Instance;
  let ingest: Instance[];
  let founder: Client;
  let mqttPort: number;
  let env: Record<string, string>;
  const clients: MqttClient[] = [];

  const startIngest = () =>
    startInstance({ args: ['--empty'], dataDir: join(folder, 'none'), env: { ...env, ROLES: 'ingest' } });

  beforeAll(async () => {
    world = await testWorld();
    folder = await mkdtemp(join(tmpdir(), 'voltloop-rabbitmq-'));
    const [epmd, distribution, amqp, management, apiPort] = await Promise.all([1, 2, 3, 4, 5].map(freePort));
    mqttPort = await freePort();
    rabbit = new Rabbit({
      folder,
      name: 'test',
      host: '127.0.0.1',
      user: 'voltloop',
      password: 'of-the-server',
      ports: {
        epmd: epmd!,
        distribution: distribution!,
        amqp: amqp!,
        mqtt: mqttPort,
        management: management!,
      },
      authUrl: `http://rabbitmq:${SECRET}@127.0.0.1:${apiPort}`,
    });
    await rabbit.start();
    env = {
      DATABASE_URL: world.databaseUrl,
      CLICKHOUSE_URL: world.clickhouseUrl,
      // The first of the two nodes does not exist.
      AMQP_URL: `amqp://voltloop:of-the-server@127.0.0.1:1,${rabbit.url('amqp')}`,
      RABBITMQ_MANAGEMENT_URL: rabbit.url('management'),
      BROKER_AUTH_SECRET: SECRET,
    };
    const none = join(folder, 'none');
    api = await startInstance({
      args: ['--empty'],
      dataDir: none,
      port: apiPort!,
      env: { ...env, ROLES: 'api,jobs' },
    });
    ingest = await Promise.all([startIngest(), startIngest()]);
    founder = await setUp(api.url);
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.endAsync(true);
  });
  afterAll(async () => {
    await Promise.all([api, ...(ingest ?? [])].map((each) => each?.kill()));
    await rabbit?.stop();
    await world?.stop();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  async function connect(devid: string, secret: string, more: IClientOptions = {}): Promise<MqttClient> {
    const client = await mqtt.connectAsync(
      `mqtt://127.0.0.1:${mqttPort}`,
      {
        clientId: devid,
        username: devid,
        password: secret,
        reconnectPeriod: 0,
        ...more,
      },
      false,
    );
    client.on('error', () => {});
    clients.push(client);
    return client;
  }

  /** Whether the broker allows an action of a device, instead of refusing it or closing the connection. */
  async function allowed(
    client: MqttClient,
    act: (client: MqttClient) => Promise<unknown>,
  ): Promise<boolean> {
    const closed = new Promise<boolean>((resolve) => client.once('close', () => resolve(false)));
    return Promise.race([
      act(client).then(
        () => true,
        () => false,
      ),
      closed,
    ]);
  }

  const status = async (devid: string) =>
    (
      await founder.call<{ status: number }>(
        'GET',
        `/v1/things/tenants/${founder.login.tenant_id}/things/${devid}`,
      )
    ).status;
  /** Total of messages in the queues. */
  const waiting = () =>
    rabbit
      .control('list_queues', '--no-table-headers', 'name', 'messages')
      .matchAll(/^voltloop\.\S+\s+(\d+)$/gm)
      .reduce((sum, [, messages]) => sum + Number(messages), 0);
  const shown = (devid: string) =>
    founder.call<{ fields: Record<string, { value: number }> }[]>('POST', '/v1/devices/batch/lastdata', [
      { devid },
    ]);

  test('frames, presence and commands pass through it', async () => {
    const { secret } = await register(founder, 'RABBIT01');
    const will = {
      topic: topicOf('RABBIT01', 'state'),
      payload: Buffer.from('{"online":false}'),
      qos: 1,
      retain: true,
    } as const;
    const device = await connect('RABBIT01', secret, { will });
    device.on('message', (_topic, payload) => {
      const { id } = JSON.parse(payload.toString()) as { id: string };
      device.publish(
        topicOf('RABBIT01', 'replies'),
        JSON.stringify({ id, ok: true, values: { M_SOC: 44 } }),
        { qos: 1 },
      );
    });
    await device.subscribeAsync(topicOf('RABBIT01', 'commands'), { qos: 1 });
    await device.publishAsync(topicOf('RABBIT01', 'state'), '{"online":true}', { qos: 1, retain: true });
    const frame = { ts: Date.now(), boot: 1, seq: 1, data: { M_SOC: 44 } };
    await device.publishAsync(topicOf('RABBIT01', 'telemetry'), JSON.stringify(frame), { qos: 1 });
    await expect
      .poll(() => shown('RABBIT01'), { timeout: 30_000 })
      .toMatchObject([{ fields: { M_SOC: { value: 44 } } }]);
    const path = `/v1/things/tenants/${founder.login.tenant_id}/things/RABBIT01/messages?timeout=10000`;
    expect(await founder.call('POST', path, { cmd: 'report', params: {} })).toMatchObject({ ok: true });
    await expect.poll(() => status('RABBIT01'), { timeout: 20_000 }).toBe(1);
    device.stream.destroy();
    await expect.poll(() => status('RABBIT01'), { timeout: 20_000 }).toBe(0);
  });

  test('frames that a killed ingest node had not committed go to another node, and nothing counts twice', async () => {
    const begin_ms = Math.floor(Date.now() / DAY_MS) * DAY_MS - 2 * DAY_MS;
    const publishers: Publisher[] = [];
    for (const devid of ['RABBIT11', 'RABBIT12', 'RABBIT13']) {
      const { secret } = await register(founder, devid);
      publishers.push(new Publisher({ port: mqttPort, devid, secret, begin_ms }));
    }
    for (let round = 0; round < 2; round++) {
      await sleep(1500);
      await ingest[0]!.kill('SIGKILL');
      ingest[0] = await startIngest();
    }
    for (const publisher of publishers) await publisher.finish();
    await expect.poll(waiting, { timeout: 30_000 }).toBe(0);
    for (const publisher of publishers) {
      expect(publisher.acknowledged.size).toBeGreaterThan(100);
      await expectEveryAnswer(founder, publisher);
    }
    const metrics = await (await fetch(`${ingest[1]!.url}/metrics`)).text();
    expect(
      Number(/^voltloop_broker_redelivered_total (\d+)/m.exec(metrics)?.[1]),
      'brought again',
    ).toBeGreaterThan(0);
  });

  test('unreadable messages are stored as rejects and leave their queue; too long ones are not accepted', async () => {
    const { secret } = await register(founder, 'RABBIT21');
    const device = await connect('RABBIT21', secret);
    for (const kind of ['telemetry', 'events'] as const)
      await device.publishAsync(topicOf('RABBIT21', kind), 'no JSON', { qos: 1 });
    const path = `/v1/data-mgmt/tenants/${founder.login.tenant_id}/rejects?devid=RABBIT21`;
    await expect
      .poll(async () => JSON.stringify(await founder.call('GET', path)), { timeout: 20_000 })
      .toMatch(/not_json.*not_json/s);
    await expect.poll(waiting, { timeout: 20_000 }).toBe(0);
    // RabbitMQ 3.10 keeps the connection open, but no longer acknowledges anything on it.
    const long = 'x'.repeat(256 * 1024 + 1);
    const answer = device.publishAsync(topicOf('RABBIT21', 'telemetry'), long, { qos: 1 });
    const unanswered = sleep(2000).then(() => 'unanswered');
    expect(await Promise.race([answer.catch(() => 'refused'), unanswered])).toMatch(/unanswered|refused/);
    expect(waiting()).toBe(0);
  });

  describe('a device', () => {
    let secret: string;
    beforeAll(async () => {
      ({ secret } = await register(founder, 'RABBIT31'));
      await register(founder, 'RABBIT32');
    });

    test('connects only with its own secret and its own id as client id', async () => {
      expect((await connect('RABBIT31', secret)).connected).toBe(true);
      await expect(connect('RABBIT31', 'wrong')).rejects.toThrow(/Bad username or password/);
      await expect(connect('RABBIT31', secret, { clientId: 'RABBIT32' })).rejects.toThrow();
      await expect(connect('RABBIT32', secret)).rejects.toThrow();
      await expect(connect('UNKNOWN1', secret)).rejects.toThrow();
    });

    test.each([
      [true, 'telemetry', 'RABBIT31'],
      [false, 'commands', 'RABBIT31'],
      [false, 'telemetry', 'RABBIT32'],
    ] as const)('may publish, %s: %s of %s', async (expected, kind, devid) => {
      const device = await connect('RABBIT31', secret);
      expect(await allowed(device, (d) => d.publishAsync(topicOf(devid, kind), '{}', { qos: 1 }))).toBe(
        expected,
      );
    });

    test.each([
      [true, 'things/RABBIT31/commands'],
      [false, 'things/RABBIT32/commands'],
      [false, 'things/+/commands'],
      [false, 'voltloop/#'],
      [false, '#'],
    ])('may subscribe, %s: %s', async (expected, topic) => {
      const device = await connect('RABBIT31', secret);
      const subscribed = async (d: MqttClient) => {
        const [granted] = await d.subscribeAsync(topic, { qos: 1 });
        if (!granted || granted.qos > 1) throw new Error('refused');
      };
      expect(await allowed(device, subscribed)).toBe(expected);
    });

    test('is disconnected when its secret is changed, and the old secret becomes invalid', async () => {
      const device = await connect('RABBIT31', secret);
      const closed = new Promise<void>((resolve) => device.once('close', () => resolve()));
      const path = `/v1/things/tenants/${founder.login.tenant_id}/things/RABBIT31/secret`;
      const changed = await founder.call<{ secret: string }>('POST', path);
      await closed;
      await expect(connect('RABBIT31', secret)).rejects.toThrow();
      expect((await connect('RABBIT31', changed.secret)).connected).toBe(true);
    });
  });

  test("a caller without the broker's secret gets no information, and is rate-limited", async () => {
    const requestAuth = (name: string, password: string) =>
      fetch(`${api.url}/broker/${name}`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(`rabbitmq:${password}`).toString('base64')}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: 'username=RABBIT01&vhost=%2F',
      });
    const right = await requestAuth('vhost', SECRET);
    expect([right.status, await right.text()]).toEqual([200, 'allow']);
    expect(await (await requestAuth('user', SECRET)).text(), 'fields are missing').toBe('deny');
    const statuses: number[] = [];
    for (let i = 0; i < 40; i++) statuses.push((await requestAuth('vhost', `wrong ${i}`)).status);
    expect([statuses[0], statuses.at(-1)]).toEqual([401, 429]);
    expect((await requestAuth('vhost', SECRET)).status, 'the broker itself is not slowed').toBe(200);
  });

  test('a node reports that the broker blocks publishers because its disk is full, and resumes when there is space', async () => {
    const ready = async () =>
      ((await (await fetch(`${api.url}/readyz`)).json()) as { parts: { bus: boolean } }).parts.bus;
    expect(await ready()).toBe(true);
    rabbit.control('set_disk_free_limit', '900000GB');
    await expect.poll(ready, { timeout: 30_000, interval: 1000 }).toBe(false);
    rabbit.control('set_disk_free_limit', '50MB');
    await expect.poll(ready, { timeout: 30_000, interval: 1000 }).toBe(true);
  });

  test('a node reports that the broker is unreachable, and resumes automatically when it is back', async () => {
    const { secret } = await register(founder, 'RABBIT41');
    const ready = async () => {
      const reply = await fetch(`${ingest[1]!.url}/readyz`);
      return [reply.status, ((await reply.json()) as { causes?: { ingest?: string } }).causes?.ingest];
    };
    expect(await ready()).toEqual([200, undefined]);
    await rabbit.kill();
    await expect.poll(ready, { timeout: 30_000 }).toEqual([503, 'broker_link']);
    await rabbit.start();
    await expect.poll(ready, { timeout: 60_000 }).toEqual([200, undefined]);
    await expect.poll(async () => (await fetch(`${api.url}/readyz`)).status, { timeout: 60_000 }).toBe(200);
    const device = await connect('RABBIT41', secret);
    const frame = { ts: Date.now(), boot: 1, seq: 1, data: { M_SOC: 41 } };
    await device.publishAsync(topicOf('RABBIT41', 'telemetry'), JSON.stringify(frame), { qos: 1 });
    await expect
      .poll(() => shown('RABBIT41'), { timeout: 30_000 })
      .toMatchObject([{ fields: { M_SOC: { value: 41 } } }]);
  });
});
