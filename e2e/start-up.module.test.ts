import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { demoAccounts, demoPassword } from '../apps/server/demo/seed/demo-accounts.ts';
import { signIn } from './api.ts';
import { freePort, type Instance, startInstance } from './instance.ts';

/** Resolves once /readyz answers with anything but "not ready". */
async function ready(url: string): Promise<number> {
  for (;;) {
    const status = await fetch(`${url}/readyz`).then(
      (reply) => reply.status,
      () => 0,
    );
    if (status !== 0 && status !== 503) return status;
    await sleep(20);
  }
}

test('a demo in a private folder accepts sign-ins as soon as it reports ready, also after a kill', async () => {
  const home = await mkdtemp(join(tmpdir(), 'voltloop-home-'));
  await chmod(home, 0o700);
  const dataDir = join(home, 'data');
  const [port, mqttPort] = [await freePort(), await freePort()];
  const env = { DEMO_THINGS: '3', DEMO_DAYS: '0', DEMO_BUSINESS: '0' };
  let instance: Promise<Instance> | undefined;
  try {
    for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
      instance = startInstance({ dataDir, port, mqttPort, env });
      const url = `http://127.0.0.1:${port}`;
      // Not after the line that startInstance waits for: that one always came after the demo.
      expect(await Promise.race([ready(url), instance.then(() => ready(url))])).toBe(200);
      for (const { userName } of [demoAccounts.at(0)!, demoAccounts.at(-1)!])
        await signIn(url, userName, demoPassword);
      await (await instance).kill(signal);
    }
    expect((await stat(home)).mode & 0o777).toBe(0o700);
  } finally {
    await instance?.then((each) => each.kill('SIGKILL')).catch(() => {});
    await rm(home, { recursive: true, force: true });
  }
}, 240_000);

test('a demo is complete when it is ready: the history and tariff of the owner’s home, and a business without a backlog', async () => {
  const instance = await startInstance({ env: { DEMO_THINGS: '60', DEMO_DAYS: '2' } });
  try {
    const owner = await signIn(instance.url, 'demo_enduser', demoPassword);
    const sites = `/v1/sites/tenants/${owner.login.tenant_id}/sites`;
    const { list } = await owner.call<{ list: { id: string }[] }>('GET', sites);
    expect(list).toHaveLength(1);
    const tariffs = await owner.call<{ content: { currency: string } }[]>(
      'GET',
      `${sites}/${list[0]?.id}/tariffs`,
    );
    expect(tariffs.map(({ content }) => content.currency)).toEqual(['AUD']);
    const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000;
    const hours = await owner.call<{ measured: boolean }[]>(
      'GET',
      `${sites}/${list[0]?.id}/energy?agg_interval=1h&begin_time=${hour - 30 * 3_600_000}&end_time=${hour}`,
    );
    expect(hours.map(({ measured }) => measured)).toEqual(Array.from({ length: 30 }, () => true));

    const staff = await signIn(instance.url, 'demo_staff', demoPassword);
    const { types } = await staff.call<{ types: { overdue: number; open: number }[] }>(
      'GET',
      '/reporting/count',
    );
    expect(types.reduce((sum, { overdue }) => sum + overdue, 0)).toBe(3);
    expect(types.reduce((sum, { open }) => sum + open, 0)).toBeGreaterThan(3);
    const orders = await staff.call<{ total: number }>('GET', '/order/findPage?page=1&size=1');
    expect(orders.total).toBeGreaterThan(10);
  } finally {
    await instance.stop();
  }
}, 240_000);
