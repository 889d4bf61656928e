import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import mqtt from 'mqtt';
import { expect, test } from 'vitest';
import { testWorld } from '../apps/server/testing/world.ts';
import { register, setUp } from './api.ts';
import { freePort, startInstance } from './instance.ts';

/** Debian's broker, as an operator would run it. */
async function mosquitto(folder: string) {
  const port = await freePort();
  const file = join(folder, 'mosquitto.conf');
  await writeFile(file, `listener ${port} 127.0.0.1\nallow_anonymous true\nmax_inflight_messages 0\n`);
  const child = spawn('/usr/sbin/mosquitto', ['-c', file], { stdio: 'ignore' });
  return { url: `mqtt://127.0.0.1:${port}`, stop: () => child.kill() };
}

test('an api node and an ingest node on given URLs start nothing embedded, and pass a frame and a command', async () => {
  const world = await testWorld();
  const folder = await mkdtemp(join(tmpdir(), 'voltloop-nodes-'));
  const broker = await mosquitto(folder);
  await sleep(500);
  const dataDir = join(folder, 'not-used');
  const env = { DATABASE_URL: world.databaseUrl, CLICKHOUSE_URL: world.clickhouseUrl, MQTT_URL: broker.url };
  const api = await startInstance({ args: ['--empty'], dataDir, env: { ...env, ROLES: 'api' } });
  const ingest = await startInstance({ args: ['--empty'], dataDir, env: { ...env, ROLES: 'ingest,jobs' } });
  try {
    expect(existsSync(dataDir), 'no data folder').toBe(false);
    expect((await fetch(`${ingest.url}/readyz`)).status).toBe(200);
    expect((await fetch(`${ingest.url}/v1/setup`)).status, 'no API without the role').toBe(404);

    const founder = await setUp(api.url);
    await register(founder, 'NODES001');
    const device = await mqtt.connectAsync(broker.url, { clientId: 'device' });
    await device.subscribeAsync('things/NODES001/commands', { qos: 1 });
    device.on('message', (_topic, payload) => {
      const { id } = JSON.parse(payload.toString()) as { id: string };
      device.publish('things/NODES001/replies', JSON.stringify({ id, ok: true, values: { M_SOC: 44 } }), {
        qos: 1,
      });
    });
    const frame = { ts: Date.now(), boot: 1, seq: 1, data: { M_SOC: 44 } };
    await device.publishAsync('things/NODES001/telemetry', JSON.stringify(frame), { qos: 1 });
    await expect
      .poll(
        () =>
          founder.call<{ fields: Record<string, { value: number }> }[]>(
            'POST',
            '/v1/devices/batch/lastdata',
            [{ devid: 'NODES001' }],
          ),
        { timeout: 30_000 },
      )
      .toMatchObject([{ fields: { M_SOC: { value: 44, time: frame.ts } } }]);
    const path = `/v1/things/tenants/${founder.login.tenant_id}/things/NODES001/messages?timeout=10000`;
    expect(await founder.call('POST', path, { cmd: 'report', params: {} })).toMatchObject({
      ok: true,
      values: { M_SOC: 44 },
    });
    await device.endAsync();
  } finally {
    await Promise.all([api.kill(), ingest.kill()]);
    broker.stop();
    await world.stop();
    await rm(folder, { recursive: true, force: true });
  }
}, 180_000);
