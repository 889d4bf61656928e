import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { register } from 'prom-client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Authority, makeAuthority } from '../testing/certificates.ts';
import { CertificateFiles } from './certificate-files.ts';
import type { TlsFiles } from './tls-files.ts';

let authority: Authority;
let folder: string;
let files: TlsFiles;
let logged: string[];
const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line).msg) });

beforeAll(async () => {
  authority = await makeAuthority('Server CA');
  folder = await mkdtemp(join(tmpdir(), 'voltloop-tls-'));
  files = {
    certificate: join(folder, 'cert.pem'),
    key: join(folder, 'key.pem'),
    clientCa: undefined,
    clientCrl: undefined,
  };
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(async () => {
  logged = [];
  await put(await authority.server());
});

async function put({ cert, key }: { cert: string; key: string }) {
  await writeFile(files.certificate, cert);
  await writeFile(files.key, key);
}

test('the expiry of the certificate is a metric, absent without TLS', async () => {
  const name = 'voltloop_tls_certificate_expires_timestamp_seconds';
  const samples = async () => (await register.getSingleMetric(name)?.get())?.values.length;
  expect(await samples()).toBe(0);
  await CertificateFiles.open(files, log);
  expect(await samples()).toBe(1);
});

test('a new pair is loaded once, and listeners are notified', async () => {
  const open = await CertificateFiles.open(files, log);
  const changes: unknown[] = [];
  open.onChange(({ server }, clients) => changes.push([server.cert, clients]));
  await open.look();
  expect(changes).toEqual([]);
  const next = await authority.server();
  await put(next);
  await open.look();
  await open.look();
  expect(changes).toEqual([[next.cert, false]]);
  expect(open.server.cert).toBe(next.cert);
});

describe('temporary or invalid contents of the files change nothing', () => {
  test.each([
    [
      'the certificate of another key',
      async () => writeFile(files.certificate, (await authority.server()).cert),
    ],
    ['half a file', async () => writeFile(files.certificate, '-----BEGIN CERTIFICATE-----\nMIIB')],
    ['an empty key', async () => writeFile(files.key, '')],
    ['an expired certificate', async () => put(await authority.server({ from_days: -20, to_days: -1 }))],
    ['no file', async () => rm(files.key)],
  ])('%s', async (_what, spoil) => {
    const open = await CertificateFiles.open(files, log);
    const before = open.server.cert;
    let calls = 0;
    open.onChange(() => calls++);
    logged = [];
    await spoil();
    await open.look();
    expect(calls).toBe(0);
    expect(open.server.cert).toBe(before);
    expect(logged).toEqual(['the new TLS files cannot be used; the former ones stay in use']);
    // The complete pair afterwards is loaded.
    await put(await authority.server());
    await open.look();
    expect(calls).toBe(1);
  });
});

describe('a start is refused with a message', () => {
  test('for a missing file', async () => {
    await rm(files.key);
    await expect(CertificateFiles.open(files, log)).rejects.toThrow(/key\.pem for TLS can't be read: ENOENT/);
  });
  test('for a key that does not match the certificate', async () => {
    await writeFile(files.key, (await authority.server()).key);
    await expect(CertificateFiles.open(files, log)).rejects.toThrow(
      /The TLS files can't be used: .*mismatch/,
    );
  });
  test('for an invalid list', async () => {
    const clientCa = join(folder, 'ca.pem');
    const clientCrl = join(folder, 'crl.pem');
    await writeFile(clientCa, authority.cert);
    await writeFile(clientCrl, 'nothing');
    await expect(CertificateFiles.open({ ...files, clientCa, clientCrl }, log)).rejects.toThrow(
      /can't be used/,
    );
  });
});

test('a certificate that expires within two weeks is logged', async () => {
  await put(await authority.server({ to_days: 3 }));
  await CertificateFiles.open(files, log);
  expect(logged).toContain('the TLS certificate expires soon or has expired');
});
