import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import {
  type CommandAnswer,
  type EnergyTotals,
  type HistoryRow,
  type Thing,
  thingStates,
} from '@voltloop/contract';
import { createSystem, statusFrame, step } from '@voltloop/simulator';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeAuthority } from '../../apps/server/testing/certificates.ts';
import { type DeviceServer, startDeviceServer, until } from '../../apps/server/testing/devices.ts';
import { setUp } from '../../apps/server/testing/set-up.ts';
import { Backoff } from './backoff.ts';
import { checkConfig } from './config.ts';
import { createGateway, type Gateway } from './gateway.ts';
import { BASE, type Profile, registersOf } from './sim/registers.ts';
import { startInverter } from './sim/server.ts';

const MINUTE = 60_000;
/** The longest step of the simulator. */
const STEP_S = 150;
const place = { lat: -27.56, lon: 151.95, tz: 'Australia/Brisbane', country: 'AU', name: 'Toowoomba' };
/** Midnight in Brisbane, two days ago: a complete day in every zone. */
const MIDNIGHT_MS =
  Math.floor((Date.now() - 48 * 60 * MINUTE) / (24 * 60 * MINUTE)) * 24 * 60 * MINUTE - 10 * 60 * MINUTE;
const DAY = new Date(MIDNIGHT_MS + 10 * 60 * MINUTE).toISOString().slice(0, 10);

const node = setUp(startDeviceServer);
let main: Awaited<ReturnType<DeviceServer['server']['tenant']>>;
let token: string;
let folder: string;
let made = 0;
const cleanups: (() => unknown)[] = [];

beforeAll(async () => {
  main = await node.server.tenant();
  token = (await node.server.signIn(main.userName)).token;
  folder = mkdtempSync(join(tmpdir(), 'gateway-'));
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});

/** A device of the server, an inverter with the physics of the simulator, and a clock that drives both. */
async function home(profile: Profile = 'classic') {
  const devid = `SUN${++made}-GATEWAY`;
  const [registered] = await node.server.things.register(node.server.as(main), [
    { devid, devtype: 'HE_BAT', time_zone: place.tz },
  ]);
  if (!registered) throw new Error('nothing was registered');
  const system = createSystem(
    { devid, seed: 21 + made, place, phases: 3, soc: 0.5, strings_w: [5000, 3000], settings: { E_MODE: 0 } },
    MIDNIGHT_MS,
  );
  const clock = { now_ms: MIDNIGHT_MS };
  step(system, 0, MIDNIGHT_MS);
  const server = await startInverter(() => ({
    base: BASE,
    bytes: registersOf(system, clock.now_ms, profile),
  }));
  cleanups.push(() => server.stop());
  return { devid, id: registered.thing.id, secret: registered.secret, system, server, clock };
}
type Home = Awaited<ReturnType<typeof home>>;

interface Setup {
  mqtt?: { url: string; ca_file?: string };
  real?: boolean;
  config?: object;
  inverters?: object[];
  messages?: string[];
}

function gatewayOf(homes: Home[], setup: Setup = {}): Gateway {
  const config = checkConfig(
    {
      data_dir: 'data',
      mqtt: setup.mqtt ?? { url: `mqtt://127.0.0.1:${node.mqttPort}` },
      poll_s: 60,
      devices: homes.map((h) => ({
        devid: h.devid,
        secret_env: `SECRET_${h.devid}`,
        inverters: setup.inverters ?? [{ host: '127.0.0.1', port: h.server.port, timeout_ms: 10_000 }],
      })),
      ...setup.config,
    },
    folder,
  );
  const env = Object.fromEntries(homes.map((h) => [`SECRET_${h.devid}`, h.secret]));
  const { messages } = setup;
  const log = messages
    ? pino({ level: 'debug' }, { write: (text: string) => void messages.push(text) })
    : pino({ level: 'silent' });
  const clock = homes[0]?.clock;
  const gateway = createGateway({
    config,
    version: '0.1.0',
    log,
    env,
    now_ms: setup.real || !clock ? Date.now : () => clock.now_ms,
    backoff: () => new Backoff(20, 100),
  });
  let stopped = false;
  const stop = gateway.stop;
  gateway.stop = async () => {
    if (!stopped) await stop();
    stopped = true;
  };
  cleanups.push(() => gateway.stop());
  return gateway;
}

/** Runs steps of the simulated world; each is polled and reported. Returns the physics by time. */
async function run(
  h: Home,
  gateway: Gateway,
  steps: number,
  step_s = 60,
  report_every = 1,
): Promise<Map<number, Record<string, number>>> {
  const physics = new Map<number, Record<string, number>>();
  const [device] = gateway.devices;
  for (let i = 0; i < steps; i += 1) {
    h.clock.now_ms += step_s * 1000;
    // Powers are constant within a step, so that power times time is exactly the energy.
    step(h.system, step_s, h.clock.now_ms, step_s);
    await device?.inverters[0]?.poll();
    if ((i + 1) % report_every !== 0) continue;
    device?.report();
    physics.set(h.clock.now_ms, statusFrame(h.system, h.clock.now_ms).data ?? {});
  }
  return physics;
}

const sent = (gateway: Gateway) => until(() => gateway.devices.every((d) => d.store.size === 0));

async function rowsOf(h: Home, keys = ''): Promise<HistoryRow[]> {
  const reply = await node.server.call(
    token,
    'GET',
    `/v1/data-mgmt/tenants/${main.tenantId}/info-model/HE_BAT/things/batch/data?thirdThingsIds=${h.devid}&topN=50000${keys}`,
  );
  expect(reply.status).toBe(200);
  return reply.data as HistoryRow[];
}

/** A connection to the broker that can be cut. */
async function relay(): Promise<{
  port: number;
  dropsReplies: boolean;
  down(): Promise<void>;
  up(): Promise<void>;
}> {
  const sockets = new Set<Socket>();
  let server: Server;
  const line = {
    port: 0,
    /** Drops everything from the broker: acknowledgements are lost. */
    dropsReplies: false,
    async down() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
    async up() {
      server = createServer((near) => {
        const far = connect(node.mqttPort, '127.0.0.1');
        for (const socket of [near, far]) {
          sockets.add(socket);
          socket.on('error', () => socket.destroy());
          socket.on('close', () => {
            sockets.delete(socket);
            near.destroy();
            far.destroy();
          });
        }
        near.pipe(far);
        far.on('data', (data) => {
          if (!line.dropsReplies) near.write(data);
        });
      });
      await new Promise<void>((resolve) => void server.listen(line.port, '127.0.0.1', resolve));
      line.port = (server.address() as AddressInfo).port;
    },
  };
  await line.up();
  cleanups.push(() => (server.listening ? line.down() : undefined));
  return line;
}

describe.each([
  ['classic', 0, 24],
  // Later the battery is full on sunny days: the weather follows from the date.
  ['der', 7, 11],
] as const)('a day of an inverter of the profile %s, from hour %i to %i', (profile, from_h, to_h) => {
  test('matches the physics on the server, and its energy adds up', async () => {
    const h = await home(profile);
    const gateway = gatewayOf([h], { config: { poll_s: STEP_S } });
    gateway.connect();
    h.clock.now_ms += from_h * 60 * MINUTE;
    step(h.system, from_h * 3600, h.clock.now_ms);
    const before = { ...h.system.state.energy };
    await gateway.devices[0]?.inverters[0]?.poll();
    gateway.devices[0]?.report();
    // A frame each ten minutes; the midnight reading belongs to the next day.
    const frames = (to_h - from_h) * 6 - 1;
    const physics = await run(h, gateway, frames * 4, STEP_S, 4);
    await sent(gateway);
    expect(await node.rejects(h.devid)).toEqual([]);

    const rows = await rowsOf(h);
    expect(rows).toHaveLength(frames + 1);
    let sunny = 0;
    for (const { time, fields } of rows) {
      const real = physics.get(time);
      if (!real) continue;
      const value = (key: string) => real[key] as number;
      for (const key of ['M_SOC', 'M_POWER', 'E_GRID_P', 'E_INV_P', 'E_LOAD_P', 'E_GRID_V_L3', 'E_INV_T'])
        expect(Math.abs((fields[key] as number) - value(key)), `${key} at ${time}`).toBeLessThan(1.01);
      // The loss is split by DC power, which is accurate to 0.2 % of the flow while the battery charges.
      const flow_w = value('E_PV_P') + Math.abs(value('E_BAT_P'));
      for (const key of ['E_PV_P', 'E_BAT_P'])
        expect(Math.abs((fields[key] as number) - value(key)), `${key} at ${time}`).toBeLessThan(
          2 + flow_w * 0.002,
        );
      expect(fields.E_LOAD_P).toBe(
        (fields.E_PV_P as number) + (fields.E_GRID_P as number) + (fields.E_BAT_P as number),
      );
      if (value('E_PV_P') > 500) sunny += 1;
    }
    expect(sunny).toBeGreaterThan(frames / 8);

    const reply = await node.server.call(
      token,
      'GET',
      `/v1/data-mgmt/tenants/${main.tenantId}/energy-period?period=day&day=${DAY}&devids=${h.devid}`,
    );
    const total = (reply.data as { total: Record<keyof EnergyTotals, number> }).total;
    const after = h.system.state.energy;
    const kwh = (key: keyof typeof after) => (after[key] - before[key]) / 1000;
    expect(kwh('pv')).toBeGreaterThan(2);
    expect(kwh('chg')).toBeGreaterThan(0.2);
    const near = (name: keyof EnergyTotals, key: keyof typeof after) => {
      const difference = Math.abs(total[name] - kwh(key));
      expect(difference, `${name} ${total[name]} ${kwh(key)}`).toBeLessThan(0.011 + kwh(key) * 0.002);
    };
    near('pv_kwh', 'pv');
    near('charge_kwh', 'chg');
    near('discharge_kwh', 'dis');
    near('import_kwh', 'imp');
    near('export_kwh', 'exp');
    near('load_kwh', 'load');
    const sum = total.pv_kwh + total.import_kwh - total.export_kwh + total.discharge_kwh - total.charge_kwh;
    expect(Math.abs(total.load_kwh - sum)).toBeLessThan(0.02);
  }, 300_000);
});

describe('while the broker is unreachable', () => {
  test('frames are stored, across a restart of the gateway too, and arrive once each', async () => {
    const h = await home();
    const line = await relay();
    const mqtt = { url: `mqtt://127.0.0.1:${line.port}` };
    const first = gatewayOf([h], { mqtt });
    first.connect();
    await run(h, first, 10);
    await sent(first);
    await line.down();
    await run(h, first, 20);
    expect(first.devices[0]?.store.size).toBe(20);
    await first.stop();
    const second = gatewayOf([h], { mqtt });
    second.connect();
    await run(h, second, 40);
    expect(second.devices[0]?.store.size).toBe(60);
    await line.up();
    await sent(second);

    const rows = await rowsOf(h);
    expect(rows.map((r) => r.time)).toEqual(
      Array.from({ length: 70 }, (_, i) => MIDNIGHT_MS + (i + 1) * MINUTE),
    );
    // Counters continue across the restart.
    const load = rows.map((r) => r.fields.E_E_LOAD as number);
    expect(load).toEqual([...load].sort((a, b) => a - b));
    expect(await node.rejects(h.devid)).toEqual([]);
    expect(await framesOf(h)).toEqual({ all: 70, backfill: expect.any(Number), boots: 2 });
    expect((await framesOf(h)).backfill).toBeGreaterThanOrEqual(59);
  });

  test('an unacknowledged frame is sent again, and counts once', async () => {
    const h = await home();
    const line = await relay();
    const gateway = gatewayOf([h], { mqtt: { url: `mqtt://127.0.0.1:${line.port}` } });
    gateway.connect();
    await run(h, gateway, 2);
    await sent(gateway);
    line.dropsReplies = true;
    await run(h, gateway, 3);
    // They are in the database of the server, and still in that of the gateway.
    await until(async () => (await rowsOf(h)).length === 5);
    expect(gateway.devices[0]?.store.size).toBe(3);
    await line.down();
    line.dropsReplies = false;
    await line.up();
    await sent(gateway);
    expect(await rowsOf(h)).toHaveLength(5);
    expect(await framesOf(h)).toMatchObject({ all: 5 });
  });
});

async function framesOf(h: Home): Promise<{ all: number; backfill: number; boots: number }> {
  const { rows } = await node.services.pool.query('select key from things where devid = $1', [h.devid]);
  const result = await node.services.clickhouse.client.query({
    query:
      'select toUInt32(uniqExact(boot, seq)) as all, toUInt32(uniqExactIf((boot, seq), quality = 1)) as backfill, toUInt32(uniqExact(boot)) as boots from frames final where thing = {key:UInt32}',
    query_params: { key: rows[0]?.key },
    format: 'JSONEachRow',
  });
  const [counts] = await result.json<{ all: number; backfill: number; boots: number }>();
  return counts as { all: number; backfill: number; boots: number };
}

describe('while an inverter is unreachable', () => {
  test('there is a gap instead of zeros, and the energy of the gap follows from its registers', async () => {
    const h = await home();
    const gateway = gatewayOf([h]);
    gateway.connect();
    h.clock.now_ms += 11 * 60 * MINUTE;
    step(h.system, 11 * 3600, h.clock.now_ms);
    const start_ms = h.clock.now_ms;
    const before = { ...h.system.state.energy };
    await gateway.devices[0]?.inverters[0]?.poll();
    gateway.devices[0]?.report();
    await run(h, gateway, 5);
    await h.server.down();
    await run(h, gateway, 30);
    await h.server.up();
    await new Promise((resolve) => setTimeout(resolve, 120));
    await run(h, gateway, 5);
    await sent(gateway);
    const rows = await rowsOf(h);
    const minutes = rows.map((r) => (r.time - start_ms) / MINUTE);
    // A reading is current for three polls, and is reported once.
    expect(minutes).toEqual([0, 1, 2, 3, 4, 5, 36, 37, 38, 39, 40]);
    for (const { fields } of rows) expect(fields.E_PV_P as number).toBeGreaterThan(0);
    const rise = (key: string) => (rows.at(-1)?.fields[key] as number) - (rows[0]?.fields[key] as number);
    const { energy } = h.system.state;
    expect(Math.abs(rise('E_E_IMP') - (energy.imp - before.imp))).toBeLessThan(2);
    // Across the gap it is the energy on the DC side.
    expect(rise('E_E_PV') / (energy.pv - before.pv)).toBeGreaterThan(0.99);
    expect(rise('E_E_PV') / (energy.pv - before.pv)).toBeLessThan(1.04);
  });
});

describe('running with its own timers', () => {
  test('an inverter that hangs does not delay another; secrets are not logged', async () => {
    const good = await home();
    const bad = await home('der');
    const messages: string[] = [];
    bad.server.mode = 'hang';
    good.clock.now_ms = bad.clock.now_ms = Date.now();
    const gateway = gatewayOf([good, bad], {
      real: true,
      config: { poll_s: 1, report_s: 5 },
      messages,
    });
    gateway.start();
    await until(async () => (await rowsOf(good)).length >= 2);
    expect(good.server.requests).toBeGreaterThan(10);
    expect(await rowsOf(bad)).toEqual([]);
    bad.server.mode = 'ok';
    await until(async () => (await rowsOf(bad)).length >= 1);
    await gateway.stop();
    const text = messages.join('');
    expect(text).toContain('found the SunSpec block');
    for (const h of [good, bad]) expect(text).not.toContain(h.secret);
  });

  test('commands are answered: report with values, changes with a refusal', async () => {
    const h = await home();
    const gateway = gatewayOf([h], { real: true, config: { poll_s: 1, report_s: 3600 } });
    gateway.start();
    await until(() => gateway.devices[0]?.inverters[0]?.source().reading);
    const ask = async (message: object) =>
      (
        await node.server.call(
          token,
          'POST',
          `/v1/things/tenants/${main.tenantId}/things/${h.devid}/messages?async=false&timeout=10000`,
          message,
        )
      ).data as CommandAnswer;
    await until(() => isOnline(h));
    const report = await ask({ cmd: 'report', params: { keys: ['M_SOC'] } });
    expect(report).toMatchObject({ ok: true, error: null });
    expect(report.values?.M_SOC).toBeCloseTo(h.system.state.soc * 100, 0);
    const change = await ask({ cmd: 'set_config', params: { keys: { E_SOC_RSV: 20 } } });
    expect(change).toMatchObject({
      ok: false,
      error: 'this gateway reads the inverter only and changes no settings',
    });
    await gateway.stop();
    await until(async () => !(await isOnline(h)));
  });
});

async function isOnline(h: Home): Promise<boolean> {
  const path = `/v1/things/tenants/${main.tenantId}/things/${h.devid}`;
  const { status } = (await node.server.call(token, 'GET', path)).data as Thing;
  return status !== thingStates.offline && status !== thingStates.notActivated;
}

describe('over TLS', () => {
  test('only a broker certified by the configured authority is trusted', async () => {
    const [ours, stranger] = await Promise.all([makeAuthority('Ours'), makeAuthority('Stranger')]);
    const { cert, key } = await ours.server();
    const tls = createTlsServer({ cert, key }, (socket) =>
      node.broker.handle(socket, { address: '127.0.0.1' }),
    );
    await new Promise<void>((resolve) => void tls.listen(0, '127.0.0.1', resolve));
    cleanups.push(() => void tls.close());
    const url = `mqtts://localhost:${(tls.address() as AddressInfo).port}`;
    const caOf = (name: string, text: string) => {
      const path = join(folder, name);
      writeFileSync(path, text);
      return path;
    };
    const h = await home();
    const messages: string[] = [];
    const wrong = gatewayOf([h], { mqtt: { url, ca_file: caOf('stranger.pem', stranger.cert) }, messages });
    wrong.connect();
    await run(h, wrong, 1);
    await until(() => messages.some((m) => m.includes('no connection to the broker')));
    expect(await rowsOf(h)).toEqual([]);
    await wrong.stop();
    const right = gatewayOf([h], { mqtt: { url, ca_file: caOf('ours.pem', ours.cert) } });
    right.connect();
    await sent(right);
    expect(await rowsOf(h)).toHaveLength(1);
  });

  test('a wrong secret is logged, and the frames wait', async () => {
    const h = await home();
    const messages: string[] = [];
    const gateway = gatewayOf([{ ...h, secret: 'not-the-secret' }], { messages });
    gateway.connect();
    await run(h, gateway, 1);
    await until(() => messages.some((m) => m.includes('the broker refuses the device id or its secret')));
    expect(gateway.devices[0]?.store.size).toBe(1);
    expect(messages.join('')).not.toContain('not-the-secret');
  });
});
