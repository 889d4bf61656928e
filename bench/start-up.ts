import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startInstance } from '../e2e/instance.ts';
import type { BenchRow } from './ingest.ts';

/** From process start to ready: with an empty folder, with an empty demo, and for a restart. */
export async function benchStartUp(): Promise<BenchRow[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'voltloop-bench-'));
  try {
    const env = { DEMO_THINGS: '300', DEMO_BUSINESS: 'full', CHECK_REPLIES: '0' };
    const cold = await timed(() => startInstance({ dataDir, env }));
    // The rest of the history, which is stored in the background, would disturb the second start.
    await rm(join(dataDir, 'demo/state.json.past'));
    const warm = await timed(() => startInstance({ dataDir, env: { ...env, DEMO_DAYS: '0' } }));
    return [
      { what: 'empty data folder to ready, demo of 300 things', measured: `${cold} s`, budget: '≤ 15 s' },
      { what: 'warm start of the same', measured: `${warm} s`, budget: '≤ 4 s' },
    ];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function timed(start: () => ReturnType<typeof startInstance>): Promise<string> {
  const begun = performance.now();
  const instance = await start();
  const seconds = (performance.now() - begun) / 1000;
  await instance.kill();
  return seconds.toFixed(1);
}
