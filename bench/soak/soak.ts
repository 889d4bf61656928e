/**
 * npm run soak [-- --hours 1 --systems 200 --every 30 --readers 2 --streams 4]: a disposable server with embedded
 * databases under a light, steady load. Prints a table, and exits with 1 when a frame was lost or a call failed.
 */
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { HE_BAT } from '@voltloop/protocol/he-bat/index.ts';
import { startInstance } from '../../e2e/instance.ts';
import { commandFleet, registerFleet, startFleet } from '../fleet.ts';
import { cpuOf } from '../processes.ts';
import { quantile } from '../quantile.ts';
import { type Reading, readSample } from './readings.ts';
import { soakFailures, soakTable, type Totals } from './report.ts';
import { storedFrames } from './stored-frames.ts';
import { readPages, type Visits, watchLive } from './visitors.ts';

const { values } = parseArgs({
  options: {
    hours: { type: 'string', default: '1' },
    systems: { type: 'string', default: '200' },
    every: { type: 'string', default: '30' },
    readers: { type: 'string', default: '2' },
    streams: { type: 'string', default: '4' },
  },
});
const [hours, systems, every_s, readers, streams] = [
  values.hours,
  values.systems,
  values.every,
  values.readers,
  values.streams,
].map(Number) as [number, number, number, number, number];
if (![hours, systems, every_s].every((n) => n > 0) || !(readers >= 0) || !(streams >= 0)) {
  console.error('--hours, --systems and --every take numbers above 0; --readers and --streams from 0 on.');
  process.exit(2);
}

const SAMPLE_MS = 30_000;
const PAUSE_MS = 1000;
const POINTS = HE_BAT.points.filter((p) => p.part === 'system').map((p) => p.key);

const dataDir = await mkdtemp(join(tmpdir(), 'voltloop-soak-'));
const line = (text: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${text}`);
let fleet: ChildProcess | undefined;
let failures: string[] = [];
try {
  line(`registering ${systems} devices`);
  const devices = await registerFleet(dataDir, systems);
  const instance = await startInstance({
    dataDir,
    env: { DEMO_THINGS: '0', DEMO_BUSINESS: '0', CHECK_REPLIES: '0' },
  });
  fleet = startFleet();
  const ending = new AbortController();
  // Ctrl-C ends it early, with the results so far.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());
  const visits: Visits = { calls_ms: [], signIns: 0, streamEvents: 0, errors: [] };
  const readings: Reading[] = [];
  const calls_ms: number[] = [];
  const totals: Totals = { seconds: 0, sent: 0, unacknowledged: 0, lost: 0, p99_ms: [], max_ms: 0 };
  try {
    await commandFleet(fleet, { do: 'connect', port: instance.mqttPort, devices, atOnce: 20 });
    line('all devices are connected');
    const devids = devices.map(({ devid }) => devid);
    const visitors = [
      ...Array.from({ length: readers }, () =>
        readPages(instance.url, devids, visits, { pause_ms: PAUSE_MS, signal: ending.signal }),
      ),
      ...Array.from({ length: streams }, () => watchLive(instance.url, visits, ending.signal)),
    ];
    const begun = performance.now();
    const cpuBefore = cpuOf(instance.pid);
    const ends = begun + hours * 3_600_000;
    const sampling = (async () => {
      while (!ending.signal.aborted) {
        const reading = await readSample(instance).catch((error: Error) => {
          visits.errors.push(`reading: ${error.message}`);
        });
        if (reading) readings.push(reading);
        await sleep(SAMPLE_MS, undefined, { signal: ending.signal }).catch(() => {});
      }
    })();
    const slice_s = Math.ceil(60 / every_s) * every_s;
    for (let slice = 1; performance.now() < ends && !ending.signal.aborted; slice++) {
      const report = await commandFleet(fleet, { do: 'send', every_s, seconds: slice_s, points: POINTS });
      totals.sent += report.frames;
      totals.unacknowledged += report.unacknowledged;
      totals.lost = Math.max(totals.lost, report.lost);
      totals.p99_ms.push(report.p99_ms);
      totals.max_ms = Math.max(totals.max_ms, report.max_ms);
      const recent = visits.calls_ms.splice(0);
      calls_ms.push(...recent);
      const last = readings.at(-1);
      if (slice % 5 === 0)
        line(
          `${totals.sent} frames, acknowledged p99 ${Math.round(report.p99_ms)} ms, calls p99 ${Math.round(quantile(recent, 0.99))} ms, server ${Math.round(last?.server_MB ?? 0)} MB, ${visits.errors.length} errors`,
        );
    }
    totals.seconds = (performance.now() - begun) / 1000;
    const cpu = cpuOf(instance.pid);
    ending.abort();
    await Promise.all([...visitors, sampling]);
    readings.push(await readSample(instance));
    await commandFleet(fleet, { do: 'drop' });
    // Offline messages of devices are written too before the server stops.
    await sleep(2000);
    await instance.stop();
    const stored = await storedFrames(dataDir);
    const share = (of: keyof typeof cpu) => (cpu[of] - cpuBefore[of]) / totals.seconds;
    const seen = {
      systems,
      every_s,
      points: POINTS.length,
      readers,
      streams,
      totals,
      readings,
      calls_ms,
      visits,
    };
    const all = {
      ...seen,
      stored,
      cpu: { server: share('server'), clickhouse: share('clickhouse'), postgres: share('postgres') },
      cores: availableParallelism(),
    };
    console.log(`\n${soakTable(all)}\n`);
    failures = soakFailures(all);
  } catch (error) {
    console.error(instance.output());
    throw error;
  } finally {
    ending.abort();
    await instance.kill();
  }
} finally {
  fleet?.kill();
  await rm(dataDir, { recursive: true, force: true });
}
for (const failure of failures) console.error(`FAILED: ${failure}`);
process.exit(failures.length > 0 ? 1 : 0);
