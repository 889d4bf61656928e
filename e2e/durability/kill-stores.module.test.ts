import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { register, setUp } from '../api.ts';
import { startInstance } from '../instance.ts';
import { expectEveryAnswer } from './answers.ts';
import { Publisher } from './publisher.ts';

/** Ids of a process's children whose command line contains `text`. */
function children(parent: number, text: string): number[] {
  return execFileSync('ps', ['--ppid', String(parent), '-ww', '-o', 'pid,args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(text))
    .map((line) => Number.parseInt(line, 10));
}

/** Waits until every publisher has further acknowledged frames; the time a store needs depends on the machine. */
async function moreAcknowledged(publishers: readonly Publisher[]): Promise<void> {
  const before = publishers.map((p) => p.acknowledged.size);
  await expect
    .poll(() => publishers.every((p, i) => p.acknowledged.size > before[i]!), {
      timeout: 60_000,
      interval: 100,
    })
    .toBe(true);
}

test('ClickHouse and PostgreSQL killed under load recover automatically; publishers wait; nothing acknowledged is lost', async () => {
  const instance = await startInstance({ args: ['--empty'] });
  try {
    const founder = await setUp(instance.url);
    const begin_ms = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 2 * 86_400_000;
    const publishers: Publisher[] = [];
    for (const devid of ['STORE001', 'STORE002']) {
      const { secret } = await register(founder, devid);
      publishers.push(new Publisher({ port: instance.mqttPort, devid, secret, begin_ms }));
    }
    await moreAcknowledged(publishers);
    const clickhouse = children(instance.pid, 'clickhouse-host');
    expect(clickhouse).toHaveLength(1);
    process.kill(clickhouse[0]!, 'SIGKILL');
    // Frames in flight when it died may still be acknowledged; later ones were written by its successor.
    await sleep(500);
    await moreAcknowledged(publishers);
    const postgres = children(instance.pid, 'postgres');
    expect(postgres).toHaveLength(1);
    process.kill(postgres[0]!, 'SIGKILL');
    await sleep(500);
    await moreAcknowledged(publishers);
    for (const p of publishers) await p.finish();
    for (const p of publishers) await expectEveryAnswer(founder, p);
  } finally {
    await instance.stop();
  }
}, 240_000);
