import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startS3Server } from '../apps/server/testing/s3-server.ts';
import { testWorld } from '../apps/server/testing/world.ts';
import { setUp } from './api.ts';
import { freePort, startInstance } from './instance.ts';

test('a file uploaded to one node is served and deleted by another, and an unreachable store is reported by both', async () => {
  const world = await testWorld();
  const kept = await mkdtemp(join(tmpdir(), 'voltloop-bucket-'));
  const port = await freePort();
  let bucket = await startS3Server(port, kept);
  const env = { ...bucket.env, DATABASE_URL: world.databaseUrl, CLICKHOUSE_URL: world.clickhouseUrl };
  const [one, two] = [
    await startInstance({ args: ['--empty'], env }),
    await startInstance({ args: ['--empty'], env }),
  ];
  onTestFinished(async () => {
    await Promise.all([one.stop(), two.stop()]);
    await bucket.stop();
    await world.stop();
    await rm(kept, { recursive: true, force: true });
  });
  const { login } = await setUp(one.url);
  const headers = { authorization: `Bearer ${login.token}`, platform: 'IOT' };
  const upload = () => {
    const form = new FormData();
    form.append('file', new Blob(['for both']), 'note.txt');
    return fetch(`${one.url}/common/uploadFile`, { method: 'POST', body: form, headers });
  };
  const { data: address } = (await (await upload()).json()) as { data: string };
  const read = (url: string) => fetch(`${url}${address}`, { headers });
  const readyz = async (url: string) => {
    const reply = await fetch(`${url}/readyz`);
    return [reply.status, ((await reply.json()) as { parts: object }).parts];
  };
  expect(await (await read(two.url)).text()).toBe('for both');
  expect(await readyz(two.url)).toEqual([200, expect.objectContaining({ files: true })]);

  if (!process.env.TEST_FILES_URL) {
    await bucket.stop();
    expect((await upload()).status).toBe(503);
    expect(await (await read(two.url)).json()).toMatchObject({ code: 5030002 });
    await expect
      .poll(() => readyz(two.url), { timeout: 15_000 })
      .toEqual([503, expect.objectContaining({ files: false })]);
    bucket = await startS3Server(port, kept);
    await expect
      .poll(() => readyz(two.url), { timeout: 15_000 })
      .toEqual([200, expect.objectContaining({ files: true })]);
    expect(await (await read(two.url)).text()).toBe('for both');
  }
  expect((await fetch(`${two.url}${address}`, { method: 'DELETE', headers })).status).toBe(200);
  expect((await read(one.url)).status).toBe(404);
});
