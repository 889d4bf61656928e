import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HistoryRow } from '@voltloop/contract';
import { HE_BAT } from '@voltloop/protocol';
import { expect, test } from 'vitest';
import { register, setUp } from '../api.ts';
import { startInstance } from '../instance.ts';
import type { FloodOrder, FloodReport } from './flood.ts';

/** Long enough to exceed the limit below by far without back-pressure. */
const SECONDS = 12;
/** Limit of the server's own process; ClickHouse has its own cache limits. */
const MEMORY_LIMIT_MB = 700;

/** Resident memory of a process in MB. */
function resident_mb(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
}

test('under far more load than it can process, memory stays bounded, the API answers, and nothing acknowledged is lost', async () => {
  // No per-device rate limit: only the overall back-pressure applies.
  const instance = await startInstance({ args: ['--empty'], env: { DEVICE_RATE: '100000' } });
  try {
    const founder = await setUp(instance.url);
    const devices: FloodOrder['devices'] = [];
    for (let i = 0; i < 40; i++) {
      const devid = `FLOOD${String(i).padStart(3, '0')}`;
      devices.push({ devid, secret: (await register(founder, devid)).secret });
    }
    const points = HE_BAT.points
      .filter((p) => p.part === 'system' && p.kind === 'gauge')
      .slice(0, 50)
      .map((p) => p.key);
    const begin_ms = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 10 * 86_400_000;
    const flood = fork(join(import.meta.dirname, 'flood.ts'));
    const reported = once(flood, 'message');
    flood.send({ port: instance.mqttPort, devices, points, begin_ms, seconds: SECONDS } satisfies FloodOrder);

    const memory: number[] = [];
    for (let second = 0; second < SECONDS; second += 2) {
      await sleep(2000);
      memory.push(resident_mb(instance.pid));
      const answer = await founder.raw('GET', `/v1/things/tenants/${founder.login.tenant_id}/summary`);
      expect(answer.status, 'the API answers meanwhile').toBe(200);
    }
    const [report] = (await reported) as [FloodReport];
    console.log(
      `sent ${report.sent}, acknowledged ${report.acknowledged}, memory ${Math.round(Math.max(...memory))} MB at most`,
    );
    expect(Math.max(...memory)).toBeLessThan(MEMORY_LIMIT_MB);
    expect(report.sent, 'more was offered than taken').toBeGreaterThan(report.acknowledged);
    expect(report.acknowledged).toBeGreaterThan(1000);

    const stored = new Set<number>();
    for (let from = begin_ms; ; ) {
      const rows = await founder.call<HistoryRow[]>(
        'GET',
        `/v1/data-mgmt/tenants/${founder.login.tenant_id}/info-model/HE_BAT/things/batch/data?thirdThingsIds=${devices[0]!.devid}&begin_time=${from}&topN=50000&data_points=E_E_PV`,
      );
      for (const row of rows) {
        expect(stored.has(row.time), 'no frame twice').toBe(false);
        stored.add(row.time);
      }
      if (rows.length < 50_000) break;
      from = rows.at(-1)!.time + 1;
    }
    const missing = report.firstDevice.filter((n) => !stored.has(begin_ms + n * 100));
    expect(missing, 'acknowledged but not stored').toEqual([]);
  } finally {
    await instance.stop();
  }
}, 300_000);
