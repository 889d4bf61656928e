import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { folderFiles } from './files.ts';
import { createLog } from './log.ts';
import { OrphanSweep } from './orphan-sweep.ts';
import { schedule } from './schedule.ts';

test('files without a row are removed after an hour, incomplete ones too; others stay', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'voltloop-orphans-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const files = folderFiles(folder);
  const now = new Date('2026-05-01T12:00:00Z');
  const [kept, orphan, fresh] = [randomUUID(), randomUUID(), randomUUID()];
  const part = `${randomUUID()}.${randomUUID()}.part`;
  for (const id of [kept, orphan, fresh]) await files.put(`uploads/${id}`, Buffer.from('x'));
  await writeFile(join(folder, 'uploads', part), 'half');
  await files.put(`other/${orphan}`, Buffer.from('x'));
  const age = (name: string, minutes: number) => {
    const at = new Date(now.getTime() - minutes * 60_000);
    return utimes(join(folder, 'uploads', name), at, at);
  };
  for (const name of [kept, orphan, part]) await age(name, 61);
  await age(fresh, 59);

  const queried: string[] = [];
  const sweep = new OrphanSweep(
    schedule.uploads_orphans,
    { files, log: createLog('silent'), clock: () => now },
    'uploads',
    async (ids) => {
      queried.push(...ids);
      return new Set([kept]);
    },
  );
  await sweep.run();
  await sweep.stop();
  expect(queried.sort()).toEqual([kept, orphan].sort());
  expect(await files.size(`uploads/${kept}`)).toBe(1);
  expect(await files.size(`uploads/${fresh}`)).toBe(1);
  expect(await files.size(`uploads/${orphan}`)).toBeNull();
  expect(await files.size(`uploads/${part}`)).toBeNull();
  expect(await files.size(`other/${orphan}`)).toBe(1);
});

test('a folder without any known file is kept: it may belong to another database', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'voltloop-orphans-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const files = folderFiles(folder);
  const id = randomUUID();
  await files.put(`uploads/${id}`, Buffer.from('x'));
  const later = new Date(Date.now() + 7_200_000);
  const sweep = new OrphanSweep(
    schedule.uploads_orphans,
    { files, log: createLog('silent'), clock: () => later },
    'uploads',
    async () => new Set(),
  );
  await sweep.run();
  expect(await files.size(`uploads/${id}`)).toBe(1);
});

test('a missing folder has nothing to remove', async () => {
  const sweep = new OrphanSweep(
    schedule.uploads_orphans,
    { files: folderFiles(join(tmpdir(), randomUUID())), log: createLog('silent'), clock: () => new Date() },
    'uploads',
    async () => new Set(),
  );
  await expect(sweep.run()).resolves.toBeUndefined();
});
