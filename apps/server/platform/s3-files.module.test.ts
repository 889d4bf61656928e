import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type S3Server, startS3Server } from '../testing/s3-server.ts';
import { type Files, folderFiles } from './files.ts';
import { checkFiles } from './open-files.ts';
import { S3Error } from './s3-errors.ts';
import { s3Files } from './s3-files.ts';
import { StartError } from './start-error.ts';

let server: S3Server;
let folder: string;
/** Two nodes with one bucket and a folder each. */
let one: Files;
let two: Files;
beforeAll(async () => {
  server = await startS3Server();
  folder = await mkdtemp(join(tmpdir(), 'voltloop-s3-nodes-'));
  one = s3Files(server.place, folderFiles(join(folder, 'one')));
  two = s3Files(server.place, folderFiles(join(folder, 'two')));
});
afterAll(async () => {
  await server?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

const all = async (files: Files) => {
  const found = [];
  for await (const { key, size_bytes } of files.list()) found.push([key, size_bytes]);
  return found.sort();
};

describe('a file in a bucket', () => {
  it('stored by one node is read by another, completely and by range, replaced, listed and removed', async () => {
    await one.put('a/one.bin', Buffer.from('0123456789'));
    expect(await two.size('a/one.bin')).toBe(10);
    expect(await text(await two.read('a/one.bin'))).toBe('0123456789');
    expect(await text(await two.read('a/one.bin', { begin: 3, end: 6 }))).toBe('345');
    expect(await text(await two.read('a/one.bin', { begin: 4, end: 4 }))).toBe('');
    await two.put('a/one.bin', Readable.from([Buffer.from('new')]));
    expect(await text(await one.read('a/one.bin'))).toBe('new');
    expect(await all(one)).toEqual([['a/one.bin', 3]]);
    await one.remove('a/one.bin');
    await one.remove('a/one.bin');
    expect(await two.size('a/one.bin')).toBeNull();
    await expect(two.read('a/one.bin')).rejects.toMatchObject({ codeName: 'notFound' });
  });

  it('of many parts arrives unchanged, and needs the memory of a few parts', async () => {
    const hash = createHash('sha256');
    const parts = 24;
    const content = Readable.from(
      (function* () {
        for (let i = 0; i < parts; i++) {
          const part = Buffer.alloc(1 << 20, i);
          hash.update(part);
          yield part;
        }
      })(),
    );
    await one.put('firmware/big', content);
    expect(await two.size('firmware/big')).toBe(parts << 20);
    const got = await buffer(await two.read('firmware/big'));
    expect(createHash('sha256').update(got).digest('hex')).toBe(hash.digest('hex'));
    await one.remove('firmware/big');
  });

  it.each([0, 12])(
    'whose sender disconnects after %i MB is not stored, and the sender’s error is reported',
    async (parts) => {
      const broken = Readable.from(
        (function* () {
          for (let i = 0; i < parts; i++) yield Buffer.alloc(1 << 20, i);
          throw new Error('gone');
        })(),
      );
      await expect(one.put('b/two.bin', broken)).rejects.toThrow('gone');
      expect(await two.size('b/two.bin')).toBeNull();
    },
  );

  it('is listed below its folder if unchanged since a time', async () => {
    await one.put('c/old', Buffer.from('x'));
    await one.put('c/below/it', Buffer.from('x'));
    expect(await two.olderThan('c', new Date(Date.now() + 60_000))).toEqual(['c/old']);
    expect(await two.olderThan('c', new Date(Date.now() - 60_000))).toEqual([]);
    expect(await two.olderThan('nothing', new Date())).toEqual([]);
    expect(await two.sweepUnfinished(new Date(Date.now() - 60_000))).toBe(0);
  });

  // s3rver has no pages.
  it.runIf(process.env.TEST_FILES_URL)('is found on the second page of a list', async () => {
    const keys = Array.from({ length: 1010 }, (_, i) => `d/${String(i).padStart(4, '0')}`);
    for (let i = 0; i < keys.length; i += 10)
      await Promise.all(keys.slice(i, i + 10).map((key) => one.put(key, Buffer.from('x'))));
    expect((await two.olderThan('d', new Date(Date.now() + 60_000))).sort()).toEqual(keys);
    for (const key of keys) await one.remove(key);
  });

  it.each(['../out', '/etc/passwd', 'a//b', '.hidden', ''])('%j is not a key', async (key) => {
    await expect(one.put(key, Buffer.from('x'))).rejects.toThrow('not a key');
  });
});

const everyText = (error: unknown) =>
  JSON.stringify(
    [error, (error as Error).cause],
    Object.getOwnPropertyNames(Error.prototype).concat('message', 'stack', 'cause', 'hint', 'reason'),
  );

describe('a store that', () => {
  const log = pino({ level: 'silent' });
  const local = () => folderFiles(join(folder, 'one'));

  it.each([
    [
      'does not know the access key ID',
      { accessKeyId: 'SOMEBODYELSE' },
      /InvalidAccessKeyId \(.*access key ID\)/,
    ],
    ['computes another signature', {}, /SignatureDoesNotMatch \(the secret access key is wrong, or /],
  ])('%s refuses at the start, and no message contains a key', async (_, other, reason) => {
    const secretAccessKey = 'not-this-secret';
    const place = {
      ...server.place,
      credentials: { ...server.place.credentials!, ...other, secretAccessKey },
    };
    const files = s3Files(place, local());
    for (const [settings, name] of [
      ['FILES', 'FILES_SECRET_ACCESS_KEY;'],
      ['EXPORTS', 'EXPORTS_SECRET_ACCESS_KEY (by default those of files);'],
    ] as const) {
      const refused = await checkFiles(files, place, log, settings).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(StartError);
      expect((refused as StartError).message).toMatch(/refuses: 403/);
      expect((refused as StartError).message).toMatch(reason);
      expect((refused as StartError).hint).toContain(name);
      expect(everyText(refused)).not.toContain('not-this-secret');
    }
    for (const call of [
      () => files.put('a', Buffer.from('x')),
      () => files.put('a', Readable.from([Buffer.alloc(6 << 20)])),
      () => files.read('a'),
      () => files.size('a'),
      () => files.remove('a'),
      () => all(files),
    ]) {
      const failed = await call().then(
        () => 'not refused',
        (error: unknown) => error,
      );
      expect(failed).toMatchObject({ codeName: 'filesUnavailable', status: 503, cause: { status: 403 } });
      expect(everyText(failed)).not.toContain('not-this-secret');
      expect(everyText(failed)).not.toMatch(/Signature=|authorization/i);
    }
    await expect(files.check?.()).rejects.toBeInstanceOf(S3Error);
    expect(await one.size('a')).toBeNull();
  });

  it('lacks the bucket refuses at the start', async () => {
    const place = { ...server.place, bucket: 'another-bucket' };
    await expect(checkFiles(s3Files(place, local()), place, log)).rejects.toThrow(/refuses: 404/);
  });

  it('is unreachable lets the server start, but not become ready', async () => {
    const place = { ...server.place, endpoint: 'http://127.0.0.1:9' };
    const files = s3Files(place, local());
    await expect(checkFiles(files, place, log)).resolves.toBeUndefined();
    await expect(files.check?.()).rejects.toThrow(/ECONNREFUSED/);
    await expect(files.read('a')).rejects.toMatchObject({ codeName: 'filesUnavailable' });
  });

  it('accepts a connection but never answers times out', async () => {
    const silent: Server = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as { port: number };
    const files = s3Files({ ...server.place, endpoint: `http://127.0.0.1:${port}` }, local(), {
      timeout_ms: 300,
    });
    const started_ms = performance.now();
    await expect(files.size('a')).rejects.toMatchObject({ codeName: 'filesUnavailable' });
    expect(performance.now() - started_ms).toBeLessThan(10_000);
  });
});
