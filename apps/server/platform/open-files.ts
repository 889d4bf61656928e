import { randomUUID } from 'node:crypto';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { type Files, folderFiles } from './files.ts';
import { S3Error, s3ErrorOf } from './s3-errors.ts';
import { placeName, type S3Place } from './s3-place.ts';
import { StartError } from './start-error.ts';

/** The configured file store: a bucket, or the data folder. The S3 client is loaded only when needed. */
export async function openFiles({
  dataDir,
  filesPlace,
}: Pick<Config, 'dataDir' | 'filesPlace'>): Promise<Files> {
  const folder = join(dataDir, 'files');
  // Former versions made it readable for every user of the machine. It is created with the first file.
  await chmod(folder, 0o700).catch(ignoreMissing);
  const local = folderFiles(folder);
  if (!filesPlace) return local;
  const { s3Files } = await import('./s3-files.ts');
  return s3Files(filesPlace, local);
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
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

/** Prefix of the settings with the keys of a bucket. */
type KeySettings = 'FILES' | 'EXPORTS' | 'BACKUP';

/**
 * Lists, writes and removes in a bucket once, so that a missing right is detected at the start. An unreachable store
 * is only logged and reported by `/readyz`: frames of devices do not wait for it.
 * @throws StartError when it refuses access
 */
export async function checkFiles(
  files: Files,
  place: S3Place | null,
  log: Logger,
  settings: KeySettings = 'FILES',
): Promise<void> {
  if (!files.check || !place) return;
  const failed = await failureOf(files, { write: true });
  if (failed instanceof S3Error && failed.refused) throw refusal(failed, place, settings);
  if (failed)
    log.warn(
      { place: placeName(place), reason: reasonOf(failed) },
      'the file store does not answer; continuing without it',
    );
}

/**
 * Tests access to a bucket once, for programs that cannot work without it.
 * @throws StartError when it refuses access or does not answer
 */
export async function requireFiles(
  files: Files,
  place: S3Place | null,
  settings: KeySettings,
  { write }: { write: boolean },
): Promise<void> {
  if (!files.check || !place) return;
  const failed = await failureOf(files, { write });
  if (failed instanceof S3Error && failed.refused) throw refusal(failed, place, settings);
  if (failed)
    throw new StartError(
      `The file store ${placeName(place)} does not answer: ${reasonOf(failed)}.`,
      'Check its endpoint, and that the store runs.',
    );
}

async function failureOf(files: Files, { write }: { write: boolean }): Promise<Error | null> {
  try {
    await files.check?.();
    if (write) {
      const probe = `probe/${randomUUID()}`;
      await files.put(probe, Buffer.from('probe'));
      await files.remove(probe);
    }
    return null;
  } catch (error) {
    return s3ErrorOf(error) ?? (error as Error);
  }
}

const reasonOf = (error: Error) =>
  (error instanceof S3Error ? error.reason : error.message).replace(/\.$/, '');

function refusal(error: S3Error, place: S3Place, settings: KeySettings): StartError {
  const address = settings === 'BACKUP' ? 'the address of the backups' : `${settings}_URL`;
  return new StartError(
    `The file store ${placeName(place)} refuses: ${reasonOf(error)}.`,
    `Check the bucket, endpoint and region in ${address} and the keys in ${settings}_ACCESS_KEY_ID and ${settings}_SECRET_ACCESS_KEY${settings === 'FILES' ? '' : ' (by default those of files)'}; they must be allowed to list the bucket and to read, write and delete in it.`,
  );
}
