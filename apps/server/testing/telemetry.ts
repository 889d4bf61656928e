import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { AccountKind } from '@voltloop/contract';
import type { FastifyInstance } from 'fastify';
import mqtt from 'mqtt';
import pino from 'pino';
import { createApp } from '../app.ts';
import { type Config, readConfig } from '../config.ts';
import { type Broker, createBroker } from '../embedded/broker.ts';
import { createDeviceModels, type DeviceModels, isForeign } from '../modules/fleet/device-models/index.ts';
import { createMapping } from '../modules/fleet/mapping/index.ts';
import { createTelemetry, type Telemetry } from '../modules/fleet/telemetry/index.ts';
import { createThings, type ThingRow, type Things } from '../modules/fleet/things/index.ts';
import { type AccountRow, actingAs, createAccounts } from '../modules/people/accounts/index.ts';
import { createMail } from '../modules/people/mail/index.ts';
import { type ClickHouse, openClickHouse } from '../platform/clickhouse.ts';
import { ClockWatch } from '../platform/clock-watch.ts';
import type { Caller, Ctx } from '../platform/ctx.ts';
import { openDatabase } from '../platform/db.ts';
import { folderFiles } from '../platform/files.ts';
import type { Module } from '../platform/module.ts';
import type { Services } from '../platform/services.ts';
import { UplinkRouter } from '../platform/uplink.ts';
import { testCluster } from './clickhouse-cluster.ts';
import { testWorld } from './world.ts';

/** All dependencies of telemetry for its module tests: real stores, accounts, registry, broker and HTTP. */
export interface Fixture {
  services: Services;
  uplink: UplinkRouter;
  broker: Broker;
  port: number;
  telemetry: Telemetry;
  things: Things;
  models: DeviceModels;
  main: AccountRow;
  /** Sees no thing until one is bound to it. */
  factory: AccountRow;
  /** Registers a thing; `secret` is its MQTT password. */
  thing(devid: string, timeZone?: string, devtype?: string): Promise<ThingRow & { secret: string }>;
  /** Delivers a message as the broker would; resolves when it is committed. */
  send(devid: string, message: unknown): Promise<void>;
  /** Calls the API as an account. An unknown path returns the same 404 as an invisible thing. */
  call(
    account: AccountRow,
    url: string,
    body?: unknown,
    method?: 'PUT' | 'DELETE',
  ): Promise<{ status: number; data: unknown }>;
  /** Creates an account below another. */
  account(kind: AccountKind, parent: AccountRow, userName: string): Promise<AccountRow>;
  /** Binds things to accounts, as the main account. */
  bind(devids: string[], ...accounts: AccountRow[]): Promise<void>;
  download(account: AccountRow, url: string): Promise<{ status: number; type: string; bytes: Buffer }>;
  app: FastifyInstance;
  /** Connects as a device; rejects when it is refused. */
  connect(devid: string, secret: string, more?: mqtt.IClientOptions): Promise<mqtt.MqttClient>;
  /** Starts a second instance on the same stores, as after a restart. */
  restart(): Promise<Telemetry>;
  stop(): Promise<void>;
}

export interface FixtureOptions {
  now?: () => Date;
  config?: Partial<Config>;
  /** A proxy between the module and ClickHouse. */
  around?(clickhouse: ClickHouse): ClickHouse;
  maxPendingBytes?: number;
  /** Compares `now` with PostgreSQL, as on another host, and with received data. */
  watchClock?: boolean;
  /** Why the broker cannot be read now; null while it can. */
  brokerLink?: () => unknown;
  /** Modules that depend on telemetry. */
  more?(services: Services, telemetry: Telemetry, things: Things): Module[];
}

export async function telemetryFixture(options: FixtureOptions = {}): Promise<Fixture> {
  const world = await testWorld();
  const log = pino({ level: process.env.TEST_LOG ?? 'silent' });
  const { db, pool, stop: closeDatabase } = openDatabase(world.databaseUrl);
  const opened = openClickHouse(world.clickhouseUrl, { cluster: testCluster() });
  const clickhouse = options.around?.(opened) ?? opened;
  const config = { ...readConfig({ DATA_DIR: world.dataDir }, []), ...options.config };
  const clock = options.now ?? (() => new Date());
  const clockWatch = options.watchClock ? new ClockWatch({ db, log, clock, hasOtherHost: true }) : undefined;
  const uplink = new UplinkRouter(() => (clockWatch?.fault() ?? null) !== null);
  const broker = await createBroker({
    authenticate: async (devid, secret, address) => {
      const device = await things.authenticateDevice(devid, secret, address);
      return device && { ...device, foreign: await isForeign(models, device) };
    },
    uplink,
    rate: config.deviceRate,
    log,
    ...(options.maxPendingBytes ? { maxPendingBytes: options.maxPendingBytes } : {}),
  });
  const services: Services = {
    config,
    db,
    pool,
    clickhouse,
    bus: broker.bus,
    files: folderFiles(join(config.dataDir, 'files')),
    log,
    clock,
    clockWatch,
  };
  const accounts = createAccounts(services, createMail(services));
  const models = createDeviceModels(services);
  const things = await createThings(services, accounts, models);
  const telemetry = await createTelemetry(services, things, uplink, undefined, options.brokerLink);
  const mapping = createMapping(services, { things, models, telemetry, uplink });
  const callers = new Map<string, Caller>();
  const { app } = await createApp(
    services,
    {
      authenticate: async (request) => callers.get(String(request.headers['x-test-account'])) as Caller,
      rateKey: ({ ip }) => ip,
    },
    [models, telemetry, ...(options.more?.(services, telemetry, things) ?? [])],
  );
  await models.start?.();
  await things.start?.();
  await telemetry.start();
  await mapping.start?.();
  const port = await broker.listen('127.0.0.1', 0);
  await app.listen({ host: '127.0.0.1', port: 0 });

  const publicCtx = { caller: null, now: clock(), ip: '127.0.0.1', requestId: 'test', log };
  const main = await accounts.createFirstAccount(publicCtx, {
    userName: 'main_test',
    password: 'Volt-test-2026',
    name: 'Main',
  });
  callers.set(main.id, actingAs(main));
  const ctx: Ctx = { ...publicCtx, caller: actingAs(main) };
  const factory = await accounts.createAccount(ctx, {
    kind: 'factory',
    parentId: main.id,
    userName: 'factory_test',
    name: 'Factory',
    password: 'Volt-test-2026',
  });
  callers.set(factory.id, actingAs(factory));
  const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const request = (account: AccountRow, url: string, body?: unknown, method?: string) =>
    fetch(base + url, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        'x-test-account': account.id,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const clients: mqtt.MqttClient[] = [];
  const restarted: Telemetry[] = [];

  return {
    services,
    uplink,
    broker,
    port,
    telemetry,
    things,
    models,
    main,
    factory,
    app,
    async thing(devid, timeZone = 'UTC', devtype = 'HE_BAT') {
      const [registered] = await things.register(ctx, [{ devid, devtype, time_zone: timeZone }]);
      const row = await things.find(ctx.caller, devid);
      return { ...row, secret: registered?.secret ?? '' };
    },
    send: (devid, message) =>
      uplink.deliver({
        devid,
        kind: 'telemetry',
        payload: Buffer.from(JSON.stringify(message)),
        retained: false,
      }),
    async account(kind, parent, userName) {
      const row = await accounts.createAccount(ctx, {
        kind,
        parentId: parent.id,
        userName,
        name: `${userName} name`,
        password: 'Volt-test-2026',
      });
      callers.set(row.id, actingAs(row));
      return row;
    },
    async bind(devids, ...to) {
      await things.bind(
        { ...ctx, now: clock() },
        to.map(({ id }) => id),
        devids,
      );
    },
    async call(account, url, body, method) {
      const response = await request(account, url, body, method);
      return { status: response.status, data: ((await response.json()) as { data: unknown }).data };
    },
    async download(account, url) {
      const response = await request(account, url);
      const bytes = Buffer.from(await response.arrayBuffer());
      return { status: response.status, type: response.headers.get('content-type') ?? '', bytes };
    },
    connect(devid, secret, more = {}) {
      const client = mqtt.connect({
        host: '127.0.0.1',
        port,
        username: devid,
        password: secret,
        reconnectPeriod: 0,
        protocolVersion: 4,
        ...more,
      });
      clients.push(client);
      return new Promise((resolve, reject) => {
        client.once('connect', () => resolve(client));
        client.once('error', reject);
        client.once('close', () => reject(new Error('closed')));
      });
    },
    async restart() {
      const again = await createTelemetry(services, things, new UplinkRouter());
      await again.start();
      restarted.push(again);
      return again;
    },
    async stop() {
      for (const client of clients) client.end(true);
      await app.close();
      for (const again of restarted) await again.stop();
      await mapping.stop?.();
      await telemetry.stop();
      await broker.stop();
      await models.stop?.();
      await things.stop?.();
      await opened.stop();
      await closeDatabase();
      await world.stop();
    },
  };
}
