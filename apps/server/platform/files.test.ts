import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Files, folderFiles } from './files.ts';

let folder: string;
let files: Files;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'voltloop-files-'));
  files = folderFiles(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a file is stored, read completely and by range, replaced and removed', async () => {
  await files.put('a/one.bin', Buffer.from('0123456789'));
  expect(await files.size('a/one.bin')).toBe(10);
  expect(await text(await files.read('a/one.bin'))).toBe('0123456789');
  expect(await text(await files.read('a/one.bin', { begin: 3, end: 6 }))).toBe('345');
  expect(await text(await files.read('a/one.bin', { begin: 4, end: 4 }))).toBe('');
  await files.put('a/one.bin', Readable.from([Buffer.from('new')]));
  expect(await text(await files.read('a/one.bin'))).toBe('new');
  await files.remove('a/one.bin');
  expect(await files.size('a/one.bin')).toBeNull();
  await expect(files.read('a/one.bin')).rejects.toMatchObject({ codeName: 'notFound' });
});

test('an aborted upload leaves nothing', async () => {
  const broken = Readable.from(
    (function* () {
      yield Buffer.from('half');
      throw new Error('gone');
    })(),
  );
  await expect(files.put('b/two.bin', broken)).rejects.toThrow('gone');
  expect(await readdir(join(folder, 'b'))).toEqual([]);
});

test.each(['../out', '/etc/passwd', 'a//b', '.hidden', 'a/../b', ''])('%j is not a key', async (key) => {
  await expect(files.put(key, Buffer.from('x'))).rejects.toThrow('not a key');
});

test('folders and files are private to the user of the server', async () => {
  await files.put('private/three.bin', Buffer.from('3'));
  const temporary = await files.temporary();
  const mode = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
  expect(await mode(join(folder, 'private'))).toBe('700');
  expect(await mode(join(folder, 'private/three.bin'))).toBe('600');
  expect(await mode(join(temporary, '..'))).toBe('700');
});
