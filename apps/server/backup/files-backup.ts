import type { Files } from '../platform/files.ts';
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
