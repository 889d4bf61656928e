import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { folderFiles } from './platform/files.ts';
import { s3Files } from './platform/s3-files.ts';
import { startS3Server } from './testing/s3-server.ts';

const run = promisify(execFile);

/** An empty data folder, an empty bucket, and the program between them; removed after the test. */
async function twoPlaces() {
  const dataDir = await mkdtemp(join(tmpdir(), 'voltloop-move-'));
  const server = await startS3Server();
  onTestFinished(async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const local = folderFiles(join(dataDir, 'files'));
  const move = async (...args: string[]) => {
    const env = { ...process.env, ...server.env, DATA_DIR: dataDir };
    return (await run(process.execPath, [join(import.meta.dirname, 'move-files.ts'), ...args], { env }))
      .stdout;
  };
  return { local, bucket: s3Files(server.place, local), move };
}

test('files move from the folder to the bucket and back, existing ones are skipped, and nothing is removed unless requested', async () => {
  const { local, bucket, move } = await twoPlaces();
  await local.put('uploads/a', Buffer.from('first'));
  await local.put('firmware/b', Buffer.alloc(6_000_000, 7));
  expect(await move()).toContain('2 files copied (6.0 MB), 0 existed already');
  expect(await text(await bucket.read('uploads/a'))).toBe('first');
  expect(await local.size('uploads/a')).toBe(5);
  const again = await move('--remove');
  expect(again).toContain('0 files copied (0.0 MB), 2 existed already');
  expect(again).toContain('2 files removed');
  expect(await local.size('uploads/a')).toBeNull();
  expect(await bucket.size('firmware/b')).toBe(6_000_000);
  expect(await move('--back')).toContain('2 files copied');
  expect(await text(await local.read('uploads/a'))).toBe('first');
});

test('a file that differs at the two places is not removed', async () => {
  const { local, bucket, move } = await twoPlaces();
  await local.put('uploads/a', Buffer.from('first'));
  await bucket.put('uploads/a', Buffer.from('other'));
  const outcome = await move('--remove').catch((error: { code: number; stderr: string }) => error);
  expect(outcome).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('uploads/a differs at the two places'),
  });
  expect(await local.size('uploads/a')).toBe(5);
});
