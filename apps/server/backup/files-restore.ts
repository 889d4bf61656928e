import type pg from 'pg';
import { type Files, sha256Of } from '../platform/files.ts';
import type { FileBackup } from './manifest.ts';
import type { Repository } from './repository.ts';

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
