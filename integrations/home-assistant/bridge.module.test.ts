import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { VoltloopClient } from '@voltloop/client';
import { demoFleet, saveState, startFleet } from '@voltloop/simulator';
import { warmSystem } from '@voltloop/simulator/past.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startDeviceServer, until } from '../../apps/server/testing/devices.ts';
import { testPassword } from '../../apps/server/testing/server.ts';
import { setUp } from '../../apps/server/testing/set-up.ts';
import { Bridge } from './bridge.ts';
import type { Settings } from './settings.ts';
import { CuttableLine } from './testing/cuttable-line.ts';
import { discoverySchema } from './testing/discovery-schema.ts';
import { HomeBroker } from './testing/home-broker.ts';

const BRIDGE = 'voltloop/bridge/availability';
const config = (devid: string) => `homeassistant/device/voltloop_${devid}/config`;
const state = (devid: string) => `voltloop/${devid}/state`;
const availability = (devid: string) => `voltloop/${devid}/availability`;

const node = setUp(startDeviceServer);
let broker: HomeBroker;
const stops: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  broker = new HomeBroker();
  await broker.start();
});
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
  await broker.stop();
});

let made = 0;
/** An owner with an API token and devices. */
async function owner(devices: number) {
  const main = await node.server.tenant();
  const account = await node.server.account('installer', main);
  const things = [];
  for (let i = 0; i < devices; i++) things.push(await node.register(main, `HOME${++made}`));
  const bind = () => node.server.things.bind(node.server.as(main), [account.id], devids);
  const devids = things.map(({ devid }) => devid);
  await bind();
  const session = (await node.server.signIn(account.userName)).token;
  const tokens = '/v1/admin/tenant/users/self/tokens';
  const reply = await node.server.call(session, 'POST', tokens, {
    name: 'Home Assistant',
    scope: 'read',
    days: 1,
    password: testPassword,
  });
  const { token, api_token } = reply.data as { token: string; api_token: { id: string } };
  return {
    things,
    devids,
    token,
    unbind: (devid: string) => node.server.things.unbind(node.server.as(main), [account.id], [devid]),
    revoke: () => node.server.call(session, 'DELETE', `${tokens}/${api_token.id}`),
  };
}

const settingsOf = (token: string, more: Partial<Settings> = {}): Settings => ({
  url: node.url,
  token,
  baseTopic: 'voltloop',
  discoveryPrefix: 'homeassistant',
  language: 'en',
  broker: { url: broker.url, username: 'bridge', password: broker.password },
  // Nothing is polled unless a test enables it: updates come from the live stream.
  refresh_ms: 600_000,
  ...more,
});

/** Runs a bridge in this process. */
function bridge(settings: Settings) {
  const log: string[] = [];
  const ended = new AbortController();
  const client = new VoltloopClient({ url: settings.url, token: settings.token, retries: 0 });
  const options = { log: (line: string) => void log.push(line), grace_ms: 200, reconnect_ms: 100 };
  const running = new Bridge(client, settings, options).run(ended.signal);
  running.catch(() => {});
  const stop = () => {
    ended.abort();
    return running;
  };
  stops.push(() => stop().catch(() => {}));
  return { log, stop, running };
}

const isOnline = () => broker.messages.get(BRIDGE) === 'online';

describe('a battery in Home Assistant', () => {
  test('is discovered with all values of a simulated device', async () => {
    const { things, token } = await owner(1);
    const [thing] = things as [(typeof things)[0]];
    const [simulated] = demoFleet(1, 1);
    const device = { ...(simulated as NonNullable<typeof simulated>), devid: thing.devid };
    const fleet = startFleet({
      url: `mqtt://127.0.0.1:${node.mqttPort}`,
      devices: [{ ...device, secret: thing.secret, state: saveState(warmSystem(device, Date.now())) }],
      tick_ms: 100,
    });
    stops.push(() => fleet.stop());
    await until(() => fleet.stats().acknowledged > 0);
    bridge(settingsOf(token, { refresh_ms: 500 }));
    await until(() => broker.messages.has(config(thing.devid)));
    const message = discoverySchema.parse(broker.json(config(thing.devid)));
    expect(message.state_topic).toBe(state(thing.devid));
    expect(message.availability.map(({ topic }) => topic)).toEqual([BRIDGE, availability(thing.devid)]);
    await until(() => isOnline() && broker.messages.get(availability(thing.devid)) === 'online');
    const values = await until(() => {
      const all = broker.json(state(thing.devid));
      const numbers = Object.entries(all).filter(([name]) => /_(pct|w|kwh)$/.test(name));
      return numbers.length === 15 && numbers.every(([, value]) => typeof value === 'number') ? all : null;
    });
    expect(values).toMatchObject({ online: 'ON', last_report: expect.stringMatching(/^20\d\d-.*Z$/) });
  });

  test('follows the live stream, and is unavailable while it does not report', async () => {
    const { things, token } = await owner(1);
    const [thing] = things as [(typeof things)[0]];
    const device = await node.device(thing);
    bridge(settingsOf(token));
    await until(isOnline);
    await device.publish('telemetry', { ts: Date.now(), boot: 1, seq: 1, data: { M_SOC: 42 } });
    await until(() => broker.json(state(thing.devid)).soc_pct === 42);
    await device.publish('state', { online: false });
    await device.end();
    await until(() => broker.messages.get(availability(thing.devid)) === 'offline');
    expect(broker.json(state(thing.devid))).toMatchObject({ online: 'OFF', soc_pct: 42 });
  });

  test('is removed when it is no longer visible, even if the bridge was stopped meanwhile', async () => {
    const { devids, token, unbind } = await owner(3);
    const [first, second, third] = devids as [string, string, string];
    await broker.publish('homeassistant/device/other_X/config', '{"of":"somebody else"}');
    const one = bridge(settingsOf(token, { refresh_ms: 200 }));
    await until(() => devids.every((devid) => broker.messages.has(config(devid))));
    await unbind(first);
    await until(() => !broker.messages.has(config(first)));
    expect(broker.messages.has(state(first))).toBe(false);
    expect(broker.messages.has(availability(first))).toBe(false);
    await one.stop();
    await until(() => broker.messages.get(BRIDGE) === 'offline');
    await unbind(second);
    bridge(settingsOf(token));
    await until(() => !broker.messages.has(config(second)));
    await until(isOnline);
    expect(broker.messages.has(config(third))).toBe(true);
    expect(broker.messages.has('homeassistant/device/other_X/config')).toBe(true);
  });
});

describe('the bridge', () => {
  test('publishes everything again after the broker was unreachable and lost its retained messages', async () => {
    const { devids, token, things } = await owner(2);
    const [device] = devids as [string];
    const reporting = await node.device(things[0] as (typeof things)[0]);
    const { log } = bridge(settingsOf(token));
    await until(() => isOnline() && devids.every((devid) => broker.messages.has(state(devid))));
    await broker.stop();
    await until(() => log.some((line) => /broker .* cannot be reached/.test(line)));
    await reporting.publish('telemetry', { ts: Date.now(), boot: 1, seq: 1, data: { M_SOC: 77 } });
    await broker.start();
    await until(() => isOnline() && devids.every((devid) => broker.messages.has(config(devid))));
    await until(() => broker.json(state(device)).soc_pct === 77);
    expect(log.filter((line) => /cannot be reached/.test(line))).toHaveLength(1);
  });

  test('waits for an unreachable broker', async () => {
    const { devids, token } = await owner(1);
    await broker.stop();
    const { log } = bridge(settingsOf(token));
    await until(() => log.includes('Connected to Voltloop'));
    await broker.start();
    await until(() => isOnline() && broker.messages.has(config(devids[0] as string)));
  });

  test('shows everything as unavailable while the server is unreachable, and catches up', async () => {
    const { things, token } = await owner(1);
    const [thing] = things as [(typeof things)[0]];
    const device = await node.device(thing);
    const line = new CuttableLine(Number(new URL(node.url).port));
    const url = await line.start();
    stops.push(async () => line.stop());
    const { log } = bridge(settingsOf(token, { url }));
    await until(isOnline);
    line.cut();
    await until(() => broker.messages.get(BRIDGE) === 'offline');
    expect(log.some((text) => text.startsWith('Voltloop cannot be reached'))).toBe(true);
    await device.publish('telemetry', { ts: Date.now(), boot: 1, seq: 1, data: { M_SOC: 13 } });
    line.restore();
    await until(isOnline);
    await until(() => broker.json(state(thing.devid)).soc_pct === 13);
    expect(log).toContain('Connected to Voltloop again');
  });
});

describe('the program', () => {
  /** Runs it as its owner does. */
  function program(environment: Record<string, string>) {
    let output = '';
    const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const collect = (text: Buffer) => {
      output += text;
    };
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', collect);
    const code = new Promise<number | null>((resolve) => child.once('exit', resolve));
    stops.push(async () => {
      child.kill('SIGKILL');
      await code;
    });
    return { child, code, output: () => output };
  }
  const environment = (token: string) => ({
    VOLTLOOP_URL: node.url,
    VOLTLOOP_TOKEN: token,
    MQTT_URL: broker.url,
    MQTT_USERNAME: 'bridge',
    MQTT_PASSWORD: broker.password,
  });

  test('ends with a message and code 3 when its token is revoked, and leaves the devices unavailable', async () => {
    const { devids, token, revoke } = await owner(1);
    const { code, output } = program(environment(token));
    await until(isOnline);
    expect((await revoke()).status).toBe(200);
    expect(await code).toBe(3);
    expect(output()).toContain('The API token does not work any more');
    expect(output()).not.toContain(token.slice(4));
    await until(() => broker.messages.get(BRIDGE) === 'offline');
    expect(broker.messages.has(config(devids[0] as string))).toBe(true);
  });

  test('ends with code 3 when its token may not read devices', async () => {
    const { code, output } = program(environment(`vlt_${'a'.repeat(59)}`));
    expect(await code).toBe(3);
    expect(output()).toContain('Create another and set VOLTLOOP_TOKEN');
  });

  test('ends with code 4 when the broker refuses it, and 2 for an invalid setting', async () => {
    const { token } = await owner(1);
    const refused = program({ ...environment(token), MQTT_PASSWORD: 'wrong' });
    expect(await refused.code).toBe(4);
    expect(refused.output()).toContain('The broker refuses the user name or password');
    const unset = program({ VOLTLOOP_TOKEN: token });
    expect(await unset.code).toBe(2);
    expect(unset.output().trim()).toBe('VOLTLOOP_URL is not set');
  });

  test('publishes offline when stopped, and the broker does when it is killed', async () => {
    const { token } = await owner(1);
    const stopped = program(environment(token));
    await until(isOnline);
    stopped.child.kill('SIGTERM');
    expect(await stopped.code).toBe(0);
    await until(() => broker.messages.get(BRIDGE) === 'offline');
    const killed = program(environment(token));
    await until(isOnline);
    killed.child.kill('SIGKILL');
    await until(() => broker.messages.get(BRIDGE) === 'offline');
  });
});
