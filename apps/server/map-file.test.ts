import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { mapFileAddress } from './map-file.ts';
import type { Services } from './platform/services.ts';

const folder = mkdtempSync(join(tmpdir(), 'voltloop-maps-'));
const bytes = Buffer.from(Array.from({ length: 5000 }, (_, i) => i % 251));
writeFileSync(join(folder, 'streets.pmtiles'), bytes);
writeFileSync(join(folder, 'secret.txt'), 'secret');

async function appWith(env: Record<string, string>) {
  const config = readConfig({ DATA_DIR: folder, ...env }, []);
  const services = { config, log: pino({ level: 'silent' }), clock: () => new Date() } as Services;
  const callers = { authenticate: () => Promise.reject(new Error('nobody')), rateKey: () => 'one' };
  const { app } = await createApp(services, callers, []);
  return app;
}
const app = await appWith({ MAP_PMTILES: 'streets.pmtiles' });
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

describe("a map's file", () => {
  const url = mapFileAddress(join(folder, 'streets.pmtiles'));
  test('is served by ranges, uncompressed', async () => {
    const headers = { range: 'bytes=1000-3999', 'accept-encoding': 'gzip, br' };
    const reply = await app.inject({ url, headers });
    expect(reply.statusCode).toBe(206);
    expect(reply.headers['content-range']).toBe('bytes 1000-3999/5000');
    expect(reply.headers['content-encoding']).toBeUndefined();
    expect(reply.rawPayload.equals(bytes.subarray(1000, 4000))).toBe(true);
  });
  test('is the only served file of its folder', async () => {
    for (const other of [
      '/map-data/secret.txt',
      '/map-data/',
      '/map-data/%2e%2e%2fsecret.txt',
      '/map-data/..%2fx',
    ])
      expect((await app.inject(other)).statusCode, other).toBe(404);
  });
  test('must exist when the server starts', async () => {
    await expect(appWith({ MAP_PMTILES: 'other.pmtiles' })).rejects.toThrow('There is no file');
  });
});

describe('the policy', () => {
  const policyOf = async (env: Record<string, string>) => {
    const own = await appWith(env);
    const policy = String((await own.inject('/')).headers['content-security-policy']);
    await own.close();
    const parts = policy.split(';').map((part) => part.trim().split(' '));
    return Object.fromEntries(parts.map(([name = '', ...sources]) => [name, sources.join(' ')]));
  };
  test('allows pages no other host by default, and no worker except files of this one', async () => {
    expect(await policyOf({})).toMatchObject({
      'img-src': "'self' data: blob:",
      'connect-src': "'self'",
      'worker-src': "'self'",
    });
  });
  test('allows the hosts of maps that the operator names, each once', async () => {
    const policy = await policyOf({
      MAP_TILES_URL: 'https://a.example.org/{z}/{x}/{y}.png',
      MAP_STYLE_URL: 'https://b.example.org/style.json',
      MAP_HOSTS: 'https://b.example.org, https://c.example.org:8443',
    });
    const hosts = 'https://a.example.org https://b.example.org https://c.example.org:8443';
    expect(policy['connect-src']).toBe(`'self' ${hosts}`);
    expect(policy['img-src']).toBe(`'self' data: blob: ${hosts}`);
    expect(policy['script-src']).not.toContain('example');
  });
});
