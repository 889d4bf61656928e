import type pg from 'pg';
import { type Files, sha256Of } from '../platform/files.ts';
import type { FileBackup } from './manifest.ts';
import type { Repository } from './repository.ts';

/**
 * Reads all files except those removed meanwhile. The file of a key never changes, so one with the same key, size and
 * time as before is not read again.
 */
export async function backupFiles(
  files: Files,
  repository: Repository,
  before: readonly FileBackup[],
  report: (line: string) => void,
): Promise<FileBackup[]> {
  const known = new Map(before.map((file) => [file.key, file]));
  const kept: FileBackup[] = [];
  for await (const { key, size_bytes, modified } of files.list()) {
    if (key.startsWith('probe/')) continue;
    const old = known.get(key);
    if (
      old &&
      old.content.bytes === size_bytes &&
      old.modified === modified.toISOString() &&
      repository.has(old.content)
    )
      kept.push(old);
    else {
      const stream = await files.read(key).catch(nullIfMissing);
      const content = stream && (await repository.record(stream).catch(nullIfMissing));
      if (content) kept.push({ key, modified: modified.toISOString(), content });
    }
    report(`Files: ${kept.length}`);
  }
  return kept;
}

function nullIfMissing(error: { codeName?: string; code?: string }): null {
  if (error.codeName === 'notFound' || error.code === 'ENOENT') return null;
  throw error;
}

/** Number of files whose content is compared with their rows in PostgreSQL. */
const COMPARED = 200;

export async function hasFiles(files: Files): Promise<boolean> {
  for await (const _ of files.list()) return true;
  return false;
}

export async function restoreFiles(
  files: Files,
  repository: Repository,
  backup: readonly FileBackup[],
  report: (line: string) => void,
): Promise<void> {
  for (const [i, { key, content }] of backup.entries()) {
    await files.put(key, repository.content(content));
    report(`Files: ${i + 1} of ${backup.length}`);
  }
}

/** Compares the newest uploads. @returns how many were compared, and messages about differences */
export async function compareFiles(
  client: pg.Client,
  files: Files,
): Promise<{ compared: number; different: string[] }> {
  const { rows } = await client.query<{ id: string; sha256: Buffer }>(
    `select id, sha256 from files order by created_at desc limit ${COMPARED}`,
  );
  const different: string[] = [];
  for (const { id, sha256 } of rows) {
    const key = `uploads/${id}`;
    if ((await files.size(key)) === null) {
      different.push(`${key} is missing: it was removed while the backup was made, or before it`);
      continue;
    }
    if (!(await sha256Of(files, key)).equals(sha256))
      different.push(`${key} differs from its digest in PostgreSQL`);
  }
  return { compared: rows.length, different };
}
