import { join } from 'node:path';
import pino from 'pino';
import { failureText, print, printError, progressLines } from './command-line.ts';
import { usages } from './commands.ts';
import { readConfig } from './config.ts';
import { type Files, folderFiles, sha256Of } from './platform/files.ts';
import { checkFiles, openFiles } from './platform/open-files.ts';
import { placeName } from './platform/s3-place.ts';
import { StartError } from './platform/start-error.ts';

/** Copies files that `to` lacks, and with `remove` deletes those from the source that `to` has. */
async function moveAll(from: Files, to: Files, remove: boolean): Promise<void> {
  const counts = { copied: 0, bytes: 0, there: 0, removed: 0 };
  const report = progressLines();
  for await (const { key, size_bytes } of from.list()) {
    if ((await to.size(key)) === size_bytes) counts.there += 1;
    else if (await copy(from, to, key, size_bytes)) {
      counts.copied += 1;
      counts.bytes += size_bytes;
    } else continue;
    if (remove) {
      await removeSame(from, to, key);
      counts.removed += 1;
    }
    report(`${counts.copied} copied (${megabytes(counts.bytes)}), ${counts.there} existed`);
  }
  print(`${counts.copied} files copied (${megabytes(counts.bytes)}), ${counts.there} existed already`);
  if (remove) print(`${counts.removed} files removed at their old place`);
}

/** @returns false when it was removed meanwhile */
async function copy(from: Files, to: Files, key: string, size_bytes: number): Promise<boolean> {
  const content = await from.read(key).catch((error: { codeName?: string }) => {
    if (error.codeName === 'notFound') return null;
    throw error;
  });
  if (content === null) return false;
  await to.put(key, content);
  if ((await to.size(key)) !== size_bytes) throw new Error(`${key} did not arrive completely`);
  return true;
}

async function removeSame(from: Files, to: Files, key: string): Promise<void> {
  const [old, moved] = await Promise.all([sha256Of(from, key), sha256Of(to, key)]);
  if (!old.equals(moved)) throw new Error(`${key} differs at the two places; nothing more is removed`);
  await from.remove(key);
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

async function run(args: readonly string[]): Promise<void> {
  const config = readConfig(process.env, []);
  if (!config.filesPlace)
    throw new StartError(
      'The setting FILES_URL is missing.',
      'It names the bucket that the files are moved to.',
    );
  const folder = join(config.dataDir, 'files');
  const bucket = await openFiles(config);
  await checkFiles(bucket, config.filesPlace, pino({ level: 'warn' }, pino.destination(2)));
  const places = [folderFiles(folder), bucket] as const;
  const names = [folder, placeName(config.filesPlace)] as const;
  const back = args.includes('--back');
  print(back ? `From ${names[1]} to ${names[0]}` : `From ${names[0]} to ${names[1]}`);
  await moveAll(places[back ? 1 : 0], places[back ? 0 : 1], args.includes('--remove'));
}

const args = process.argv.slice(2);
if (args.some((arg) => arg !== '--back' && arg !== '--remove')) {
  printError(usages.filesMove);
  process.exit(2);
}
try {
  await run(args);
} catch (error) {
  printError(failureText(error));
  process.exitCode = 2;
}
