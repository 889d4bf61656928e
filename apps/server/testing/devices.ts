import type { AddressInfo } from 'node:net';
import { type CommandMessage, type ReplyMessage, topicOf } from '@voltloop/protocol';
import mqtt, { type MqttClient } from 'mqtt';
import { type Broker, createBroker } from '../embedded/broker.ts';
import { type Commands, createCommands } from '../modules/fleet/commands/index.ts';
import { createEvents, type Events } from '../modules/fleet/events/index.ts';
import { createFirmware, type Firmware } from '../modules/fleet/firmware/index.ts';
import { createGeofences, type Geofences } from '../modules/fleet/geofences/index.ts';
import { createLive, type Live } from '../modules/fleet/live/index.ts';
import { createParams } from '../modules/fleet/params/index.ts';
import { createTelemetry, type Telemetry } from '../modules/fleet/telemetry/index.ts';
import type { Things } from '../modules/fleet/things/index.ts';
import type { AccountRow } from '../modules/people/accounts/index.ts';
import { openClickHouse } from '../platform/clickhouse.ts';
import { Http } from '../platform/http.ts';
import type { Module } from '../platform/module.ts';
import { createOpenapi } from '../platform/openapi.ts';
import type { Services } from '../platform/services.ts';
import { UplinkRouter } from '../platform/uplink.ts';
import { testCluster } from './clickhouse-cluster.ts';
import { startTestServer, type TestServer } from './server.ts';
import { type TestWorld, testWorld } from './world.ts';

/** A test server that devices can connect to: a real broker, and the modules between devices and people. */
export interface DeviceServer {
  world: TestWorld;
  server: TestServer;
  /** As {@link TestServer}'s, with a real bus, a real ClickHouse and the real time. */
  services: Services;
  broker: Broker;
  uplink: UplinkRouter;
  telemetry: Telemetry;
  firmware: Firmware;
  commands: Commands;
  events: Events;
  geofences: Geofences;
  live: Live;
  /** Its address over TCP. */
  url: string;
  mqttPort: number;
  /** Registers a thing as `owner`; returns what a device needs to connect. */
  register(owner: AccountRow, devid: string): Promise<{ id: string; devid: string; secret: string }>;
  /** Connects as a device that subscribes to its commands and reports online. */
  device(credentials: { devid: string; secret: string }): Promise<TestDevice>;
  /** Rejects of a device, by reason. */
  rejects(devid: string): Promise<[topic: string, reason: string][]>;
  stop(): Promise<void>;
}

/** A device at the protocol level. */
export interface TestDevice {
  client: MqttClient;
  /** Every received command, in order, including repetitions. */
  commands: CommandMessage[];
  /** Handles a received command; does nothing by default. */
  onCommand: (command: CommandMessage) => void;
  /** Resolves when the broker acknowledged it. */
  publish(kind: 'telemetry' | 'state' | 'events' | 'replies' | 'upgrade', message: unknown): Promise<void>;
  reply(message: ReplyMessage): Promise<void>;
  /** Disconnects regularly. */
  end(): Promise<void>;
}

/**
 * @param options.extra Further modules on the same services.
 * @param options.world The stores of another node; by default its own, which are dropped when it stops.
 */
export async function startDeviceServer(
  options: {
    extra?: (services: Services, made: { things: Things; telemetry: Telemetry }) => Module[];
    world?: TestWorld;
  } = {},
): Promise<DeviceServer> {
  const world = options.world ?? (await testWorld());
  const server = await startTestServer(world.databaseUrl);
  server.clock.now = new Date();
  const uplink = new UplinkRouter();
  const broker = await createBroker({
    authenticate: (devid, secret, address) => server.things.authenticateDevice(devid, secret, address),
    uplink,
    rate: 1000,
    log: server.services.log,
  });
  const services: Services = {
    ...server.services,
    clickhouse: openClickHouse(world.clickhouseUrl, { cluster: testCluster() }),
    bus: broker.bus,
    clock: () => new Date(),
  };
  const telemetry = await createTelemetry(services, server.things, uplink);
  const firmware = await createFirmware(services, server.things, telemetry, uplink);
  const commands = await createCommands(services, server.things, telemetry, uplink, firmware);
  const events = await createEvents(services, server.things, telemetry, uplink);
  const geofences = createGeofences(services, telemetry, events);
  const live = await createLive(services, server.things);
  const modules: Module[] = [
    telemetry,
    firmware,
    commands,
    createParams(services, server.things, commands),
    events,
    geofences,
    live,
    ...(options.extra?.(services, { things: server.things, telemetry }) ?? []),
  ];

  const { authenticate } = server.sessions;
  const http = new Http(server.app, { authenticate, clock: services.clock, checkReplies: true });
  for (const module of modules) module.routes?.(http);
  createOpenapi(http, { open: services.config.publicDocs });
  for (const module of modules) await module.start?.();
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.app.server.address() as AddressInfo;
  const mqttPort = await broker.listen('127.0.0.1', 0);
  const devices = new Set<MqttClient>();

  return {
    world,
    server,
    services,
    broker,
    uplink,
    telemetry,
    firmware,
    commands,
    events,
    geofences,
    live,
    url: `http://127.0.0.1:${port}`,
    mqttPort,
    async register(owner, devid) {
      const [made] = await server.things.register(server.as(owner), [{ devid, devtype: 'HE_BAT' }]);
      if (!made) throw new Error('nothing was registered');
      return { id: made.thing.id, devid, secret: made.secret };
    },
    async device(credentials) {
      const device = await connectDevice(mqttPort, credentials);
      devices.add(device.client);
      return device;
    },
    async rejects(devid) {
      const result = await services.clickhouse.client.query({
        query: 'select topic, reason from rejects where devid = {devid:String} order by reason',
        query_params: { devid },
        format: 'JSONCompactEachRow',
      });
      return result.json<[string, string]>();
    },
    async stop() {
      await Promise.all([...devices].map((client) => client.endAsync(true)));
      for (const module of modules.toReversed()) await module.stop?.();
      await broker.stop();
      await services.clickhouse.stop();
      await server.stop();
      if (!options.world) await world.stop();
    },
  };
}

async function connectDevice(
  port: number,
  { devid, secret }: { devid: string; secret: string },
): Promise<TestDevice> {
  const client = await mqtt.connectAsync({
    host: '127.0.0.1',
    port,
    username: devid,
    password: secret,
    reconnectPeriod: 0,
  });
  const device: TestDevice = {
    client,
    commands: [],
    onCommand: () => {},
    async publish(kind, message) {
      const payload = Buffer.isBuffer(message) ? message : JSON.stringify(message);
      await client.publishAsync(topicOf(devid, kind), payload, { qos: 1, retain: kind === 'state' });
    },
    reply: (message) => device.publish('replies', message),
    async end() {
      await client.endAsync();
    },
  };
  client.on('message', (_topic, payload) => {
    const command = JSON.parse(payload.toString()) as CommandMessage;
    device.commands.push(command);
    device.onCommand(command);
  });
  await client.subscribeAsync(topicOf(devid, 'commands'), { qos: 1 });
  await device.publish('state', { online: true, hw_version: '1.0', sw_version: '1.0' });
  return device;
}

/** Waits until `look` returns a truthy value, and returns it. @throws after `timeout_ms` */
export async function until<T>(look: () => T | Promise<T>, timeout_ms = 30_000): Promise<NonNullable<T>> {
  const end_ms = performance.now() + timeout_ms;
  for (;;) {
    const seen = await look();
    if (seen) return seen;
    if (performance.now() > end_ms) throw new Error(`Not seen within ${timeout_ms} ms: ${look}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
