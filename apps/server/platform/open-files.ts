import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { type Files, folderFiles } from './files.ts';
import { S3Error } from './s3-errors.ts';
import { placeName, type S3Place } from './s3-place.ts';
import { StartError } from './start-error.ts';

/** The configured file store: a bucket, or the data folder. The S3 client is loaded only when needed. */
export async function openFiles({
  dataDir,
  filesPlace,
}: Pick<Config, 'dataDir' | 'filesPlace'>): Promise<Files> {
  const local = folderFiles(join(dataDir, 'files'));
  if (!filesPlace) return local;
  const { s3Files } = await import('./s3-files.ts');
  return s3Files(filesPlace, local);
}

/** The store of exported files: a bucket, or a folder. Uploads to a bucket are buffered in the folder. */
export async function openExportFiles({
  exports: { place, folder },
}: Pick<Config, 'exports'>): Promise<Files> {
  const local = folderFiles(folder);
  if (!place) return local;
  const { s3Files } = await import('./s3-files.ts');
  return s3Files(place, local);
}

/**
 * Lists, writes and removes in a bucket once, so that a missing right is detected at the start. An unreachable store
 * is only logged and reported by `/readyz`: frames of devices do not wait for it.
 * @param settings Prefix of its settings.
 * @throws StartError when it refuses access
 */
export async function checkFiles(
  files: Files,
  place: S3Place | null,
  log: Logger,
  settings: 'FILES' | 'EXPORTS' = 'FILES',
): Promise<void> {
  if (!files.check || !place) return;
  try {
    await files.check();
    const probe = `probe/${randomUUID()}`;
    await files.put(probe, Buffer.from('probe'));
    await files.remove(probe);
  } catch (error) {
    const cause = error instanceof S3Error ? error : ((error as Error).cause ?? error);
    const why = (cause as Error).message.replace(/^the file store: /, '');
    if (!(cause instanceof S3Error && cause.refused)) {
      log.warn(
        { place: placeName(place), reason: why },
        'the file store does not answer; continuing without it',
      );
      return;
    }
    throw new StartError(
      `The file store ${placeName(place)} refuses: ${why}.`,
      `Check the bucket, endpoint and region in ${settings}_URL and the keys in ${settings}_ACCESS_KEY_ID and ${settings}_SECRET_ACCESS_KEY; they must be allowed to list the bucket and to read, write and delete in it.`,
    );
  }
}
