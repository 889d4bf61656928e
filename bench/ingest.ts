import { fork } from 'node:child_process';
import { join } from 'node:path';
import { HE_BAT } from '@voltloop/protocol/he-bat/index.ts';
import type { LoadOrder, LoadReport } from './mqtt-load.ts';
import { cpuOf, resident_kB } from './processes.ts';
import { type TelemetryWorld, telemetryWorld } from './telemetry-world.ts';

export interface BenchRow {
  what: string;
  measured: string;
  budget: string;
}

const SECONDS = 20;
const POINTS = HE_BAT.points.filter((p) => p.part === 'system').map((p) => p.key);

/** MQTT QoS 1 into ClickHouse: at maximum speed, then at the load of 100,000 systems; then bytes per point. */
export async function benchIngest(): Promise<BenchRow[]> {
  const world = await telemetryWorld();
  try {
    const devices = await world.register(Array.from({ length: 100 }, (_, i) => `BENCH-${i}`));
    const order = { port: world.mqttPort, devices, window: 50, rate: 0 };
    await load({ ...order, points: POINTS.slice(0, 50), seconds: 3, offset_ms: 0 });
    const began = cpuOf(process.pid);
    const most = await load({ ...order, points: POINTS.slice(0, 50), seconds: SECONDS, offset_ms: 1 });
    const ended = cpuOf(process.pid);
    await checkCommitted(world, 50);

    const before = memory(world);
    const paced = await load({
      ...order,
      points: POINTS.slice(0, 76),
      seconds: SECONDS,
      rate: 3000,
      offset_ms: 2,
    });
    const after = memory(world);
    const perMillion = (cpu_s: number) => `${((cpu_s / (most.acknowledged * 50)) * 1e6).toFixed(2)} s`;
    const perSecond = (report: LoadReport, points: number) =>
      Math.round((report.frames / report.seconds) * points);
    return [
      {
        what: 'MQTT QoS 1 → committed, frames of 50 points, 100 connections',
        measured: `${thousands(perSecond(most, 50))} points/s, acknowledged p50 ${ms(most.p50_ms)} p99 ${ms(most.p99_ms)} max ${ms(most.max_ms)}`,
        budget: '≥ 500,000 points/s, p99 ≤ 1,000 ms',
      },
      {
        what: 'CPU of a million of these points',
        measured: `server ${perMillion(ended.server - began.server)}, ClickHouse ${perMillion(ended.clickhouse - began.clickhouse)}, load generator ${perMillion(most.cpu_s)}`,
        budget: '',
      },
      {
        what: 'load of 100,000 systems: 3,000 frames/s of 76 points',
        measured: `${thousands(perSecond(paced, 76))} points/s, p99 ${ms(paced.p99_ms)}; server ${before.server} → ${after.server} MB, ClickHouse ${before.clickhouse} → ${after.clickhouse} MB`,
        budget: '228,000 points/s, memory flat',
      },
    ];
  } finally {
    await world.stop();
  }
}

/** Every acknowledged frame must be stored, with all its points. */
async function checkCommitted(world: TelemetryWorld, points: number): Promise<void> {
  const result = await world.services.clickhouse.client.query({
    query:
      'select (select count() from frames final) as frames, (select sum(points) from frames final) as announced, (select count() from points final) as points',
    format: 'JSONEachRow',
  });
  const [row] = await result.json<{ frames: number; announced: number; points: number }>();
  if (!row || row.points !== row.announced || row.announced !== row.frames * points) {
    throw new Error(`not everything that was acknowledged is there: ${JSON.stringify(row)}`);
  }
}

function load(order: LoadOrder): Promise<LoadReport> {
  return new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, 'mqtt-load.ts'));
    child.once('message', (report) => resolve(report as LoadReport));
    child.once('exit', (code) => reject(new Error(`the load generator ended with ${code}`)));
    child.send(order);
  });
}

/** Resident memory in MB of this process and of the ClickHouse host. */
function memory(world: TelemetryWorld) {
  const rss_MB = (pid: number) => Math.round(resident_kB(pid) / 1024);
  return { server: rss_MB(process.pid), clickhouse: rss_MB(world.clickhousePid() ?? process.pid) };
}

const thousands = (n: number) => n.toLocaleString('en');
const ms = (n: number) => `${Math.round(n)} ms`;
