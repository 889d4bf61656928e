import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HE_BAT } from '@voltloop/protocol/he-bat/index.ts';
import { type Instance, startInstance } from '../e2e/instance.ts';
import { commandFleet as ask, registerFleet, startFleet } from './fleet.ts';
import type { BenchRow } from './ingest.ts';
import type { Device } from './mqtt-device.ts';
import { cpuOf, openFiles, resident_kB } from './processes.ts';

const DEVICES = 20_000;
/** File descriptors of the server besides its devices. */
const OTHER_FILES = 300;
const EVERY_S = 30;
const SECONDS = 150;
const POINTS = HE_BAT.points.filter((p) => p.part === 'system').map((p) => p.key);

/**
 * Devices at one complete server, as run by `npm start`: their resources while connected, and when all reconnect at
 * once.
 */
export async function benchDevices(): Promise<BenchRow[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'voltloop-bench-'));
  // Each connection is an open file of the server; their number is limited by the system.
  const count = Math.min(DEVICES, openFiles() - OTHER_FILES);
  const devices = await registerFleet(dataDir, count);
  const instance = await startInstance({
    dataDir,
    env: { DEMO_THINGS: '0', DEMO_BUSINESS: '0', CHECK_REPLIES: '0' },
  });
  const fleet = startFleet();
  try {
    return await measured(instance, fleet, devices);
  } catch (error) {
    console.error(instance.output());
    throw error;
  } finally {
    fleet.kill();
    await instance.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measured(instance: Instance, fleet: ChildProcess, devices: Device[]): Promise<BenchRow[]> {
  const { pid, mqttPort: port } = instance;
  const many = devices.length.toLocaleString('en');
  const rss_MB = (field?: 'VmHWM') => Math.round(resident_kB(pid, field) / 1024);

  await sleep(5000);
  const empty = rss_MB();
  const calm = await ask(fleet, { do: 'connect', port, devices, atOnce: 100 });
  await sleep(5000);
  const connected = rss_MB();

  const before = cpuOf(pid);
  const sending = ask(fleet, { do: 'send', every_s: EVERY_S, seconds: SECONDS, points: POINTS });
  const most = [rss_MB()];
  const watch = setInterval(() => most.push(rss_MB()), 1000);
  const sent = await sending.finally(() => clearInterval(watch));
  const after = cpuOf(pid);
  const share = (of: keyof typeof after) =>
    `${Math.round(((after[of] - before[of]) / sent.seconds) * 100)} %`;

  // All connections break at once, as after a power cut, and all reconnect at once.
  await ask(fleet, { do: 'drop' });
  const storm = await ask(fleet, { do: 'connect', port, devices, atOnce: devices.length });

  const perSecond = Math.round(sent.frames / sent.seconds);
  return [
    {
      what: `${many} devices connect, 100 at a time, each with a will, a subscription and its state`,
      measured: `${calm.seconds.toFixed(1)} s; memory of the server ${empty} → ${connected} MB`,
      budget: '',
    },
    {
      what: `a frame of ${POINTS.length} points each every ${EVERY_S} s (${perSecond} frames/s) for ${SECONDS} s`,
      measured: `acknowledged p50 ${ms(sent.p50_ms)} p99 ${ms(sent.p99_ms)} max ${ms(sent.max_ms)}, ${sent.unacknowledged} not acknowledged, ${sent.lost} connections lost; CPU of one core: server ${share('server')}, ClickHouse ${share('clickhouse')}, PostgreSQL ${share('postgres')}; memory of the server ${most[0]} → ${most.at(-1)} MB, at most ${Math.max(...most)}`,
      budget: 'p99 ≤ 1,000 ms, all acknowledged, memory flat',
    },
    {
      what: 'all connections drop and reconnect at once',
      measured: `${storm.seconds.toFixed(1)} s, ${storm.retries} retries; memory of the server at most ${rss_MB('VmHWM')} MB`,
      budget: '',
    },
  ];
}

const ms = (n: number) => `${Math.round(n)} ms`;
