import { chmod, mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { createApp } from '../apps/server/app.ts';
import { readConfig } from '../apps/server/config.ts';
import { createBroker } from '../apps/server/embedded/broker.ts';
import { startClickhouse } from '../apps/server/embedded/clickhouse.ts';
import { startPostgres } from '../apps/server/embedded/postgres.ts';
import { createDeviceModels } from '../apps/server/modules/fleet/device-models/index.ts';
import { createTelemetry } from '../apps/server/modules/fleet/telemetry/index.ts';
import { createThings } from '../apps/server/modules/fleet/things/index.ts';
import { actingAs, createAccounts } from '../apps/server/modules/people/accounts/index.ts';
import { createMail } from '../apps/server/modules/people/mail/index.ts';
import { createSessions } from '../apps/server/modules/people/sessions/index.ts';
import { openClickHouse } from '../apps/server/platform/clickhouse.ts';
import type { Ctx } from '../apps/server/platform/ctx.ts';
import { openDatabase } from '../apps/server/platform/db.ts';
import { folderFiles } from '../apps/server/platform/files.ts';
import { migrateClickhouse, migratePostgres } from '../apps/server/platform/migrate.ts';
import type { Services } from '../apps/server/platform/services.ts';
import { UplinkRouter } from '../apps/server/platform/uplink.ts';

/** The main account of a bench. */
export const USER = 'bench_main';
export const PASSWORD = 'Bench-test-2026';

export type TelemetryWorld = Awaited<ReturnType<typeof telemetryWorld>>;

/**
 * The parts of the server that telemetry needs, all real, in a folder under the system's temp folder.
 * @param kept Use (and keep) this folder instead.
 */
export async function telemetryWorld(kept?: string) {
  const dataDir = kept ?? (await mkdtemp(join(tmpdir(), 'voltloop-bench-')));
  await chmod(dataDir, 0o711);
  const log = pino({ level: process.env.BENCH_LOG ?? 'error' });
  const [postgres, host] = await Promise.all([
    startPostgres({ dataDir, log }),
    startClickhouse({ dataDir, log }),
  ]);
  const { db, pool, stop: closeDatabase } = openDatabase(postgres.url);
  const clickhouse = openClickHouse(host.url);
  await migratePostgres(pool);
  await migrateClickhouse(clickhouse.client, { database: 'voltloop' });

  const uplink = new UplinkRouter();
  const config = readConfig({ DATA_DIR: dataDir, DEVICE_RATE: '100000', API_RATE: '10000000' }, []);
  const broker = await createBroker({
    authenticate: (devid, secret, address) => things.authenticateDevice(devid, secret, address),
    uplink,
    rate: config.deviceRate,
    log,
  });
  const services: Services = {
    config,
    db,
    pool,
    clickhouse,
    bus: broker.bus,
    files: folderFiles(join(config.dataDir, 'files')),
    log,
    clock: () => new Date(),
  };
  const mail = createMail(services);
  const accounts = createAccounts(services, mail);
  const sessions = await createSessions(services, accounts, mail);
  const things = await createThings(services, accounts, createDeviceModels(services));
  const telemetry = await createTelemetry(services, things, uplink);
  const { app } = await createApp(services, sessions, [accounts, sessions, things, telemetry]);
  await sessions.start?.();
  await things.start?.();
  await telemetry.start();
  const mqttPort = await broker.listen('127.0.0.1', 0);
  await app.listen({ host: '127.0.0.1', port: 0 });

  const ctx = { now: new Date(), ip: '127.0.0.1', requestId: 'bench', log };
  const main = await accounts.createFirstAccount(
    { ...ctx, caller: null },
    { userName: USER, password: PASSWORD, name: 'Bench' },
  );
  const mainCtx: Ctx = { ...ctx, caller: actingAs(main) };
  const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;

  return {
    services,
    broker,
    telemetry,
    uplink,
    mqttPort,
    base,
    tenantId: main.tenantId,
    clickhousePid: () => host.pid(),
    /** Registers things; returns ids, keys and MQTT secrets. */
    async register(devids: readonly string[]) {
      const registered = await things.register(
        mainCtx,
        devids.map((devid) => ({ devid, devtype: 'HE_BAT' })),
      );
      const rows = await things.findMany(mainCtx.caller, devids);
      return rows.map((row, i) => ({ devid: row.devid, key: row.key, secret: registered[i]?.secret ?? '' }));
    },
    /** Signs in and returns the Authorization header. */
    async signIn(): Promise<string> {
      const response = await fetch(`${base}/v1/admin/control/sessions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: USER, password: PASSWORD }),
      });
      const { data } = (await response.json()) as { data: { token: string } };
      return `Bearer ${data.token}`;
    },
    async stop() {
      await app.close();
      await telemetry.stop();
      await broker.stop();
      await things.stop?.();
      await sessions.stop?.();
      await clickhouse.stop();
      await closeDatabase();
      await Promise.all([postgres.stop(), host.stop()]);
      if (!kept) await rm(dataDir, { recursive: true, force: true });
    },
  };
}
