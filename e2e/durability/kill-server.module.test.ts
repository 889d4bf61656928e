import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { first, register, setUp, signIn } from '../api.ts';
import { startInstance } from '../instance.ts';
import { expectEveryAnswer } from './answers.ts';
import { Publisher } from './publisher.ts';

/** One kill of a running server, and one of a server restarted after a kill. */
const ROUNDS = 2;

test('every acknowledged frame is in every answer exactly once after SIGKILL at random moments under load', async () => {
  let instance = await startInstance({ args: ['--empty'] });
  const { dataDir, port, mqttPort } = instance;
  try {
    const founder = await setUp(instance.url);
    // A quarter of an hour past midnight UTC, two days ago: the counter's quarter hours are complete.
    const begin_ms = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 2 * 86_400_000;
    const publishers: Publisher[] = [];
    for (const devid of ['KILL0001', 'KILL0002', 'KILL0003', 'KILL0004']) {
      const { secret } = await register(founder, devid);
      publishers.push(new Publisher({ port: mqttPort, devid, secret, begin_ms }));
    }
    for (let round = 0; round < ROUNDS; round++) {
      await sleep(700 + Math.random() * 1500);
      await instance.kill('SIGKILL');
      instance = await startInstance({ args: ['--empty'], dataDir, port, mqttPort });
    }
    await sleep(1000);
    for (const p of publishers) await p.finish();
    const caller = await signIn(instance.url, first.user_name, first.password);
    for (const p of publishers) {
      expect(p.acknowledged.size).toBeGreaterThan(50);
      await expectEveryAnswer(caller, p);
    }
  } finally {
    await instance.kill().catch(() => {});
    await rm(dataDir, { recursive: true, force: true });
  }
}, 300_000);
