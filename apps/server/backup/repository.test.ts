import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { folderFiles } from '../platform/files.ts';
import { cut } from './chunks.ts';
import { FORMAT, type Manifest } from './manifest.ts';
import { Repository } from './repository.ts';

async function place() {
  const folder = await mkdtemp(join(tmpdir(), 'voltloop-repository-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return { folder, open: () => Repository.open(folderFiles(folder)) };
}
async function* inParts(content: Buffer, size: number) {
  for (let from = 0; from < content.length; from += size) yield content.subarray(from, from + size);
}
const manifestOf = (at: string, content: Manifest['files'][number]['content']): Manifest => ({
  format: FORMAT,
  program: '1.0.0',
  at,
  instance: 'x',
  postgres: { migrations: [], tables: [], sequences: [], answers: [] },
  clickhouse: null,
  files: [{ key: 'uploads/a', modified: at, content }],
});
const piecesIn = async (folder: string) =>
  (await readdir(join(folder, 'pieces'), { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  );

test('a stream is cut independently of its chunks, and most pieces stay the same after an insertion', async () => {
  const content = randomBytes(30_000_000);
  const hashes = async (source: AsyncIterable<Buffer>) => {
    const pieces = [];
    for await (const piece of cut(source)) pieces.push(piece.toString('latin1'));
    return pieces;
  };
  const whole = await hashes(inParts(content, 30_000_000));
  expect(whole.join('')).toBe(content.toString('latin1'));
  expect(await hashes(inParts(content, 10_007))).toEqual(whole);
  expect(whole.length).toBeGreaterThan(4);
  const changed = await hashes(inParts(Buffer.concat([Buffer.from('put in'), content]), 65_536));
  expect(changed.filter((piece) => !whole.includes(piece)).length).toBeLessThanOrEqual(2);
});

test('duplicate content is stored once, can be read back, and is removed when no backup needs it', async () => {
  const { folder, open } = await place();
  const content = randomBytes(5_000_000);
  const first = await open();
  const kept = await first.record(inParts(content, 65_536));
  await first.finish(manifestOf('2026-01-01T00:00:00.000Z', kept));
  const stored = (await piecesIn(folder)).length;
  const second = await open();
  const again = await second.record(inParts(Buffer.concat([content, randomBytes(2_000_000)]), 1000));
  await second.finish(manifestOf('2026-01-02T00:00:00.000Z', again));
  // The end of the first content is no longer the end.
  expect(again.pieces.slice(0, kept.pieces.length - 1)).toEqual(kept.pieces.slice(0, -1));
  expect((await buffer(second.content(kept))).equals(content)).toBe(true);
  expect(await second.prune(1)).toMatchObject({ backups: 1 });
  expect(await second.names()).toEqual(['2026-01-02T00-00-00-000Z']);
  expect((await piecesIn(folder)).length).toBe(new Set(again.pieces).size);
  expect((await buffer(second.content(again))).length).toBe(7_000_000);
  expect(stored).toBeGreaterThan(0);
});

test('a check reports its progress, a missing or changed piece, and a changed manifest', async () => {
  const { folder, open } = await place();
  const repository = await open();
  const content = randomBytes(4_000_000);
  const kept = await repository.record(inParts(content, 65_536));
  const name = await repository.finish(manifestOf('2026-01-01T00:00:00.000Z', kept));
  const manifest = await repository.manifest(name);
  const lines: string[] = [];
  const { size } = new Set(kept.pieces);
  expect(await repository.verify(manifest, (line) => lines.push(line))).toBe(size);
  expect(lines.at(-1)).toBe(`Checked: ${size} of ${size} pieces`);
  const [piece] = await piecesIn(folder);
  const path = join(piece!.parentPath, piece!.name);
  const good = await readFile(path);
  await writeFile(path, Buffer.concat([good.subarray(0, good.length - 10), Buffer.alloc(10)]));
  await expect(repository.verify(manifest)).rejects.toThrow(
    /The backup is damaged: .* (is not readable|has different content)/,
  );
  await rm(path);
  await expect(repository.verify(manifest)).rejects.toThrow(/is missing/);
  // The next backup repairs it, as the message says.
  await (await open()).record(inParts(content, 65_536));
  expect(await repository.verify(manifest)).toBe(size);
  const file = join(folder, 'backups', `${name}.json`);
  await writeFile(file, (await readFile(file, 'utf8')).replace('1.0.0', '1.0.1'));
  await expect(repository.manifest(name)).rejects.toThrow(/was changed/);
  await writeFile(file, (await readFile(file, 'utf8')).slice(0, 50));
  await expect(repository.manifest(name)).rejects.toThrow(/is not readable/);
});

test('a backup of a newer program is refused', async () => {
  const { open } = await place();
  const repository = await open();
  const kept = await repository.record(inParts(Buffer.from('x'), 1));
  const name = await repository.finish({
    ...manifestOf('2026-01-01T00:00:00.000Z', kept),
    format: FORMAT + 1,
  });
  await expect(repository.manifest(name)).rejects.toThrow(/has format 2, and this program reads up to 1/);
});
