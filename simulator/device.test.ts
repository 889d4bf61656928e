/** Devices against a real broker in this process, one per test. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type EventMessage,
  type Frame,
  parseTopic,
  type ReplyMessage,
  type StateMessage,
  topicOf,
} from '@voltloop/protocol';
import { Aedes } from 'aedes';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { demoFleet } from './demo-fleet.ts';
import { SimulatedDevice } from './device.ts';
import { createSystem, provoke, relieve } from './fleet/index.ts';
import { type Fleet, startFleet } from './start-fleet.ts';

interface Message {
  devid: string;
  kind: string;
  payload: unknown;
  qos: number;
  retain: boolean;
}

/** A broker that records messages of devices. */
async function startBroker() {
  const aedes = new Aedes();
  await aedes.listen();
  const messages: Message[] = [];
  const logins: { username: string; password: string }[] = [];
  aedes.authenticate = (_client, username, password, done) => {
    logins.push({ username: username ?? '', password: password?.toString() ?? '' });
    done(null, password?.toString() === `secret of ${username}`);
  };
  aedes.authorizePublish = (_client, packet, done) => {
    const topic = parseTopic(packet.topic);
    const payload: unknown = JSON.parse(packet.payload.toString());
    if (topic) messages.push({ ...topic, payload, qos: packet.qos, retain: packet.retain });
    done(null);
  };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    aedes.handle(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const of = <T>(devid: string, kind: string) =>
    messages.filter((m) => m.devid === devid && m.kind === kind).map((m) => m.payload as T);
  return {
    url: `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`,
    messages,
    logins,
    of,
    frames: (devid: string) => of<Frame | Frame[]>(devid, 'telemetry').flat(),
    connections: () => sockets.size,
    cutAll: () => {
      for (const socket of sockets) socket.destroy();
    },
    command: (devid: string, command: Record<string, unknown>) =>
      new Promise<void>((resolve, reject) => {
        const packet = {
          cmd: 'publish' as const,
          topic: topicOf(devid, 'commands'),
          payload: Buffer.from(JSON.stringify(command)),
          qos: 1 as const,
          retain: false,
          dup: false,
        };
        aedes.publish(packet, (error?: Error | null) => (error ? reject(error) : resolve()));
      }),
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await new Promise<void>((resolve) => aedes.close(resolve));
    },
  };
}

vi.setConfig({ testTimeout: 20_000 });
const patient = { timeout: 10_000, interval: 20 };
const place = { lat: -33.76, lon: 150.69, tz: 'Australia/Sydney', country: 'AU' };

let broker: Awaited<ReturnType<typeof startBroker>>;
beforeEach(async () => {
  broker = await startBroker();
});
afterEach(() => broker.stop());

/** A device in its own world, whose time the test advances. */
function oneDevice() {
  const world = { now_ms: Date.UTC(2026, 10, 21, 2) };
  const system = createSystem(
    { devid: 'HB1', seed: 7, place, packs: 2, settings: { E_MODE: 0 } },
    world.now_ms,
  );
  const device = new SimulatedDevice({
    url: broker.url,
    secret: 'secret of HB1',
    system,
    now_ms: () => world.now_ms,
    reconnect_ms: 50,
    outbox_limit: 100,
  });
  return {
    device,
    system,
    /** Advances the simulated time by minutes. */
    pass(minutes: number) {
      for (let i = 0; i < minutes; i += 1) {
        world.now_ms += 60_000;
        device.tick();
      }
    },
    online: () => vi.waitFor(() => expect(device.stats().connected).toBe(true), patient),
    offline: () => vi.waitFor(() => expect(device.stats().connected).toBe(false), patient),
  };
}

describe('a device', () => {
  test('connects, publishes its state, reports, and goes offline cleanly', async () => {
    const { device, pass, online } = oneDevice();
    device.start();
    await online();
    pass(6);
    await vi.waitFor(() => expect(device.stats().acknowledged).toBe(device.stats().sent), patient);
    await device.stop();
    expect(broker.logins).toEqual([{ username: 'HB1', password: 'secret of HB1' }]);
    const states = broker.messages.filter((m) => m.kind === 'state');
    expect(states.every((m) => m.qos === 1 && m.retain)).toBe(true);
    expect(states[0]?.payload).toMatchObject({ online: true, E_TZ: 'Australia/Sydney' });
    const { hw_version, sw_version, packs } = (states[0]?.payload ?? {}) as StateMessage;
    expect([hw_version, sw_version]).toEqual([expect.any(String), expect.any(String)]);
    expect(packs).toHaveLength(2);
    expect(states.at(-1)?.payload).toMatchObject({ online: false });
    const telemetry = broker.messages.filter((m) => m.kind === 'telemetry');
    expect(telemetry.every((m) => m.qos === 1 && !m.retain)).toBe(true);
    const frames = broker.frames('HB1');
    expect(frames.filter((f) => f.data).length).toBeGreaterThanOrEqual(6);
    expect(frames.filter((f) => f.packs).length).toBeGreaterThanOrEqual(2);
    expect(frames.every((f) => f.q === 0)).toBe(true);
    expect(frames[0]?.seq).toBe(1);
    await vi.waitFor(() => expect(broker.connections()).toBe(0), patient);
  });

  test('leaves its last will when cut off, and sends stored frames as back-fill, once and in order, after reconnecting', async () => {
    const { device, pass, online } = oneDevice();
    device.start();
    await online();
    pass(2);
    await vi.waitFor(() => expect(device.stats().acknowledged).toBe(device.stats().sent), patient);
    device.cutConnection();
    await vi.waitFor(
      () => expect(broker.of<StateMessage>('HB1', 'state').at(-1)).toEqual({ online: false }),
      patient,
    );
    pass(30);
    expect(device.stats().waiting).toBeGreaterThanOrEqual(30);
    device.restoreConnection();
    await online();
    await vi.waitFor(() => {
      expect(device.stats().waiting).toBe(0);
      expect(device.stats().acknowledged).toBe(device.stats().sent);
    }, patient);
    pass(1);
    await vi.waitFor(() => expect(broker.frames('HB1').at(-1)?.q).toBe(0), patient);
    const frames = broker.frames('HB1');
    expect(frames.filter((f) => f.q === 1).length).toBeGreaterThanOrEqual(30);
    // Nothing lost, nothing duplicated: seq continues without a gap.
    expect(frames.map((f) => f.seq)).toEqual(frames.map((_, i) => i + 1));
    await device.stop();
  });

  test('reconnects automatically after a lost connection', async () => {
    const { device, online, offline } = oneDevice();
    device.start();
    await online();
    broker.cutAll();
    await offline();
    await online();
    await vi.waitFor(() => expect(broker.logins).toHaveLength(2), patient);
    await device.stop();
  });

  test('keeps a limited number of frames while offline, and drops the oldest', async () => {
    const { device, pass } = oneDevice();
    pass(150);
    expect(device.stats()).toMatchObject({ waiting: 100, connected: false });
    expect(device.stats().dropped).toBeGreaterThan(50);
    await device.stop();
  });

  test('is refused with a wrong secret', async () => {
    const system = createSystem({ devid: 'HB2', seed: 1, place }, Date.now());
    const device = new SimulatedDevice({
      url: broker.url,
      secret: 'no',
      system,
      now_ms: Date.now,
      reconnect_ms: 30,
    });
    device.start();
    await vi.waitFor(() => expect(broker.logins.length).toBeGreaterThanOrEqual(2), patient);
    expect(device.stats().connected).toBe(false);
    await device.stop();
  });
});

describe('commands', () => {
  const soon = () => Date.now() + 30_000;
  const replies = () => broker.of<ReplyMessage>('HB1', 'replies');

  test('a setting is changed, confirmed, and visible in the next frame', async () => {
    const { device, pass, online } = oneDevice();
    device.start();
    await online();
    await broker.command('HB1', {
      id: 'a',
      cmd: 'set_config',
      params: { keys: { E_SOC_RSV: 37 } },
      expires: soon(),
    });
    await vi.waitFor(() => expect(replies()).toHaveLength(1), patient);
    expect(replies()[0]).toMatchObject({ id: 'a', ok: true, values: { E_SOC_RSV: 37 } });
    pass(1);
    await vi.waitFor(
      () => expect(broker.frames('HB1').findLast((f) => f.data)?.data?.E_SOC_RSV).toBe(37),
      patient,
    );
    await device.stop();
  });

  test('each id is executed once, a repeat gets the same reply, an expired one none', async () => {
    const { device, system, online } = oneDevice();
    device.start();
    await online();
    const command = { id: 'a', cmd: 'reset', params: { target: 'nonsense' }, expires: soon() };
    await broker.command('HB1', command);
    await broker.command('HB1', { ...command, cmd: 'set_config', params: { keys: { E_SOC_RSV: 50 } } });
    await broker.command('HB1', { id: 'old', cmd: 'report', params: {}, expires: Date.now() - 1 });
    await broker.command('HB1', { id: 'last', cmd: 'report', params: { keys: ['M_SOC'] }, expires: soon() });
    await vi.waitFor(() => expect(replies().at(-1)?.id).toBe('last'), patient);
    expect(replies().map((r) => r.id)).toEqual(['a', 'a', 'last']);
    expect(replies()[1]).toEqual(replies()[0]);
    expect(system.settings.E_SOC_RSV).not.toBe(50);
    expect(device.stats().commands).toBe(2);
    await device.stop();
  });

  test('an invalid command is ignored', async () => {
    const { device, online } = oneDevice();
    device.start();
    await online();
    await broker.command('HB1', { nonsense: true });
    await broker.command('HB1', { id: 'b', cmd: 'report_pack', params: { P_no: 2 }, expires: soon() });
    await vi.waitFor(() => expect(replies()).toHaveLength(1), patient);
    expect(replies()[0]).toMatchObject({ id: 'b', ok: true, values: { P_no: 2 } });
    await vi.waitFor(() => expect(broker.frames('HB1').at(-1)?.packs?.[0]?.P_no).toBe(2), patient);
    await device.stop();
  });

  test('a reset is confirmed first, then the device restarts with a new boot', async () => {
    const { device, system, pass, online, offline } = oneDevice();
    device.start();
    await online();
    const { boot } = system.state;
    await broker.command('HB1', { id: 'r', cmd: 'reset', params: { target: 'soft' }, expires: soon() });
    await vi.waitFor(() => expect(replies()).toHaveLength(1), patient);
    await offline();
    await vi.waitFor(() => {
      pass(1);
      expect(device.stats().connected).toBe(true);
    }, patient);
    const states = () => broker.of<StateMessage>('HB1', 'state');
    // Published after connecting, so it arrives later.
    await vi.waitFor(() => expect(states().map((s) => s.online)).toEqual([true, false, true]), patient);
    expect(states().at(-1)?.boot).toBe(boot + 1);
    await device.stop();
  });
});

test('provoked faults begin and end as events', async () => {
  const { device, system, pass, online } = oneDevice();
  device.start();
  await online();
  // From here on reports are sent each minute, at the device's own second.
  pass(1);
  provoke(system, 'E_FAULT1.0');
  pass(1);
  relieve(system);
  pass(1);
  const events = () => broker.of<EventMessage>('HB1', 'events').filter((e) => e.code === 'E_FAULT1.0');
  await vi.waitFor(() => expect(events()).toHaveLength(2), patient);
  expect(events()[0]).toMatchObject({ level: 3, source: 'EMS', end: null });
  expect(events()[1]?.begin).toBe(events()[0]?.begin);
  expect(events()[1]?.end).toBe((events()[0]?.begin ?? 0) + 60_000);
  await device.stop();
});

describe('a fleet', () => {
  const devices = () => demoFleet(8, 5).map((d) => ({ ...d, secret: `secret of ${d.devid}` }));
  const first = devices()[0]?.devid ?? '';
  let fleet: Fleet | undefined;
  /** Starts the devices an hour ago, faster than real time. */
  const start = (speed: number, scenario?: string) => {
    const from_ms = Date.now() - 3_600_000;
    fleet = startFleet({ url: broker.url, devices: devices(), scenario, speed, from_ms, tick_ms: 50 });
    return fleet;
  };
  afterEach(() => fleet?.stop());

  test('connects, catches up with the present at high speed, and stops', async () => {
    const fleet = start(3600);
    await vi.waitFor(() => {
      expect(fleet.stats()).toMatchObject({ devices: 8, connected: 8, waiting: 0 });
      for (const d of devices()) {
        const times = broker.frames(d.devid).flatMap((f) => (f.data ? [f.ts] : []));
        times.sort((a, b) => a - b);
        const gaps_ms = times.slice(1).map((ts, i) => ts - (times[i] ?? 0));
        // A frame a minute up to the present, whatever time connecting took.
        expect(gaps_ms.length).toBeGreaterThan(10);
        expect(Math.max(...gaps_ms)).toBeLessThanOrEqual(60_000);
        expect(times.at(-1)).toBeGreaterThanOrEqual(Date.now() - 60_000);
      }
    }, patient);
    const future = broker.messages.flatMap((m) =>
      m.kind === 'telemetry' ? [m.payload as Frame | Frame[]].flat() : [],
    );
    expect(Math.max(...future.map((f) => f.ts))).toBeLessThanOrEqual(Date.now());
    await fleet.stop();
    for (const d of devices())
      expect(broker.of<StateMessage>(d.devid, 'state').at(-1)).toMatchObject({ online: false });
    await vi.waitFor(() => expect(broker.connections()).toBe(0), patient);
  });

  test('a counter reset sets counters to zero in a new boot', async () => {
    start(1200, 'counter-reset');
    await vi.waitFor(() => {
      const boots = [...new Set(broker.frames(first).map((f) => f.boot))];
      expect(boots.length).toBeGreaterThanOrEqual(2);
      const after = broker.frames(first).find((f) => f.boot === boots[1] && f.data);
      expect(after?.data?.E_E_LOAD).toBeLessThan(2000);
    }, patient);
  });

  test('late data arrive as back-fill, duplicated and out of order', async () => {
    start(300, 'late-data');
    await vi.waitFor(() => {
      const late = broker.frames(first).filter((f) => f.q === 1);
      const seqs = late.map((f) => f.seq);
      expect(late.length).toBeGreaterThan(10);
      expect(new Set(seqs).size).toBeLessThan(seqs.length);
      expect(seqs).not.toEqual([...seqs].sort((a, b) => a - b));
    }, patient);
  });

  test('overheating begins and ends as events', async () => {
    start(1200, 'overheat');
    await vi.waitFor(() => {
      const sent = broker.of<EventMessage>(first, 'events').filter((e) => e.code === 'M_PROT1.6');
      expect(sent[0]?.end).toBeNull();
      expect(sent.some((e) => typeof e.end === 'number' && e.end > e.begin)).toBe(true);
    }, patient);
    expect(broker.frames(first).some((f) => f.data?.M_STATE === 6)).toBe(true);
  });

  test('with an unreliable connection devices drop without notice, reconnect, and lose nothing', async () => {
    const fleet = start(400, 'offline-flap');
    const late = () => broker.frames(first).filter((f) => f.q === 1);
    await vi.waitFor(() => {
      const online = broker.of<StateMessage>(first, 'state').map((s) => s.online);
      expect(online.slice(0, 5)).toEqual([true, false, true, false, true]);
      expect(late().length).toBeGreaterThan(2);
      expect(fleet.devices.get(first)?.stats()).toMatchObject({ connected: true, waiting: 0 });
    }, patient);
    const seqs = [...new Set(broker.frames(first).map((f) => f.seq))].sort((a, b) => a - b);
    expect(seqs).toEqual(seqs.map((_, i) => i + 1));
    expect(seqs.length).toBeGreaterThan(10);
  });

  test('names errors in its options', () => {
    const [one] = devices();
    if (!one) throw new Error('no device');
    expect(() => startFleet({ url: broker.url, devices: [], scenario: 'nope' })).toThrow(
      /there are normal-day/,
    );
    expect(() => startFleet({ url: broker.url, devices: [one, one] })).toThrow(/twice/);
    expect(() => startFleet({ url: broker.url, devices: [{ ...one, secret: '' }] })).toThrow(/no secret/);
  });
});

describe('the program', () => {
  test('reads its devices from standard input, and when its parent exits, shuts down cleanly and saves its systems', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sim-main-'));
    const state = join(folder, 'state.json');
    const args = ['--url', broker.url, '--devices', '-', '--state', state, '--quiet'];
    const devices = demoFleet(3, 9).map((d) => ({ ...d, secret: `secret of ${d.devid}` }));
    const child = fork(join(import.meta.dirname, 'main.ts'), args, {
      stdio: ['pipe', 'inherit', 'inherit', 'ipc'],
      execArgv: [],
    });
    const ended = once(child, 'exit');
    try {
      child.stdin?.end(JSON.stringify(devices));
      const [ready] = await once(child, 'message');
      expect(ready).toEqual({ type: 'ready' });
      await vi.waitFor(() => expect(broker.frames('HB2500003').length).toBeGreaterThan(0), patient);
      child.disconnect();
      expect(await ended).toEqual([0, null]);
      const saved = JSON.parse(await readFile(state, 'utf8'));
      expect(Object.keys(saved)).toEqual(devices.map((d) => d.devid));
      expect(saved.HB2500003.state.seq).toBeGreaterThan(0);
      expect(broker.of<StateMessage>('HB2500003', 'state').at(-1)).toMatchObject({ online: false });
    } finally {
      child.kill('SIGKILL');
      await rm(folder, { recursive: true });
    }
  });
});
