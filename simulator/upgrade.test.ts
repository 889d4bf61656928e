/** A device's upgrade against a real HTTP server with ranges, in milliseconds. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { firmwareStatement, type UpgradeMessage, type UpgradeParams } from '@voltloop/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSystem, installedVersion, type System, stateMessage } from './fleet/index.ts';
import { failsFirst, Upgrader } from './upgrade.ts';

const EMS = 'EMS_V2_firmware';
const file = randomBytes(300_000);
const keys = generateKeyPairSync('ed25519');
const publicKey = keys.publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64');

let server: Server;
let httpUrl: string;
let ranges: string[];
/** Modifies a response of the server. */
let spoil: (part: Buffer) => Buffer;
let system: System;
let reports: UpgradeMessage[];
let restarts: number;
/** Called immediately with each report of the device. */
let onReport: (message: UpgradeMessage) => void;
let upgrader: Upgrader;

beforeEach(async () => {
  ranges = [];
  spoil = (part) => part;
  onReport = () => {};
  server = createServer((request, reply) => {
    const range = request.headers.range ?? '';
    ranges.push(range);
    if (request.headers.authorization !== `Basic ${btoa('HB1:secret')}`)
      return void reply.writeHead(401).end();
    const [, from = '', to = ''] = /bytes=(\d+)-(\d+)/.exec(range) ?? [];
    reply.writeHead(206).end(spoil(file.subarray(Number(from), Number(to) + 1)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  httpUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // A seed whose device installs 2.5.0 at the first try.
  const seed = [1, 2, 3, 4, 5].find((s) => !failsFirst(s, '2.5.0')) ?? 1;
  make(seed);
});
afterEach(() => {
  upgrader.powerOff();
  server.closeAllConnections();
  server.close();
});

function make(seed: number): void {
  system = createSystem(
    { devid: 'HB1', seed, place: { lat: 50, lon: 8, tz: 'Europe/Berlin' }, soc: 0.6 },
    Date.now(),
  );
  reports = [];
  restarts = 0;
  upgrader = new Upgrader({
    system,
    httpUrl,
    secret: 'secret',
    publicKey,
    report: (message) => {
      reports.push(message);
      onReport(message);
    },
    restart: () => {
      restarts += 1;
    },
    pace: { range_ms: 5, install_ms: 20 },
  });
}

function order(more: Partial<UpgradeParams> = {}): UpgradeParams {
  const params = {
    job: crypto.randomUUID(),
    pkgtype: EMS,
    version: '2.5.0',
    min_hw_version: null,
    // Another host is refused: it would receive the device's secret.
    url: 'http://evil.example/v1/firmware/x/file',
    size: file.length,
    sha256: createHash('sha256').update(file).digest('hex'),
    signature: '',
    min_soc: 30,
    allow_downgrade: false,
    ...more,
  };
  const signature = sign(null, Buffer.from(firmwareStatement(params)), keys.privateKey).toString('base64');
  return { ...params, signature: more.signature ?? signature };
}
const last = () => reports.at(-1);
const ended = () => vi.waitFor(() => expect(['done', 'failed', 'cancelled']).toContain(last()?.state), 5000);

test('it downloads by ranges, verifies, installs, restarts and reports the new version', async () => {
  const params = order();
  upgrader.begin(params);
  await ended();
  expect(last()).toEqual({ job: params.job, state: 'done', progress: 100, version: '2.5.0' });
  expect(ranges).toEqual(
    ['0-65535', '65536-131071', '131072-196607', '196608-262143', '262144-299999'].map((r) => `bytes=${r}`),
  );
  expect(reports.map((m) => m.state).filter((s, i, all) => s !== all[i - 1])).toEqual([
    'downloading',
    'installing',
    'done',
  ]);
  expect(installedVersion(system, EMS)).toBe('2.5.0');
  expect(stateMessage(system, 0)).toMatchObject({ sw_version: '2.5.0', E_FW: '2.5.0' });
  expect(restarts).toBe(1);
  // A repeated request returns the outcome without any effect.
  upgrader.begin(params);
  expect(last()).toMatchObject({ job: params.job, state: 'done' });
  expect(ranges).toHaveLength(5);
});

test('after a power cut during the download it resumes with the next byte', async () => {
  const params = order();
  upgrader.begin(params);
  await vi.waitFor(() => expect(ranges.length).toBeGreaterThanOrEqual(2));
  upgrader.powerOff();
  const fetched = ranges.length;
  upgrader.powerOn();
  upgrader.begin(params);
  await ended();
  expect(last()?.state).toBe('done');
  // At most the interrupted range is fetched again.
  expect(ranges.length).toBeLessThanOrEqual(6);
  expect(ranges.slice(fetched).includes('bytes=0-65535')).toBe(false);
});

test('after a power cut during the installation it does not download again', async () => {
  const installs = new Promise<void>((resolve) => {
    onReport = ({ state }) => {
      if (state === 'installing') resolve();
    };
  });
  upgrader.begin(order());
  await installs;
  expect(upgrader.installing).toBe(true);
  upgrader.powerOff();
  upgrader.powerOn();
  await ended();
  expect([last()?.state, ranges.length]).toEqual(['done', 5]);
});

test.each([
  ['signature', { signature: Buffer.alloc(64).toString('base64') }],
  ['hardware', { min_hw_version: '9.0' }],
  ['low_soc', { min_soc: 95 }],
  ['newer', { version: '1.0.0' }],
  ['hardware', { pkgtype: 'toaster' }],
] as [string, Partial<UpgradeParams>][])('it refuses: %s', async (error, more) => {
  const before = installedVersion(system, EMS);
  upgrader.begin(order(more));
  await ended();
  expect(last()).toMatchObject({ state: 'failed', error });
  expect([installedVersion(system, EMS), restarts]).toEqual([before, 0]);
});

test('it refuses a file with a different digest', async () => {
  spoil = (part) => Buffer.from(part.map((byte) => byte ^ 1));
  upgrader.begin(order());
  await ended();
  expect(last()).toMatchObject({ state: 'failed', error: 'digest' });
});

test('it can be cancelled before it installs, and runs one job at a time', async () => {
  const params = order();
  upgrader.begin(params);
  upgrader.begin(order());
  expect(last()).toMatchObject({ state: 'failed', error: 'busy' });
  upgrader.cancel(params.job);
  expect(last()).toEqual({ job: params.job, state: 'cancelled' });
  upgrader.begin(order());
  await ended();
  await vi.waitFor(() => expect(last()?.state).toBe('done'));
});

test('an installation that fails does so once, and succeeds when retried', async () => {
  const unlucky = Array.from({ length: 999 }, (_, s) => s).find((s) => failsFirst(s, '2.5.0'));
  make(unlucky ?? 0);
  upgrader.begin(order());
  await ended();
  expect(last()).toMatchObject({ state: 'failed', error: 'install' });
  upgrader.begin(order());
  await vi.waitFor(() => expect(last()?.state).toBe('done'), 5000);
});
