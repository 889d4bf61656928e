import { StartError } from './start-error.ts';

/** Free space that a new data folder needs at first: PostgreSQL's first files and its log take 60 MB. */
export const NEEDED_MB = 200;

export function diskFull(dir: string, options?: ErrorOptions): StartError {
  return new StartError(
    `The disk of the data folder ${dir} is full.`,
    `Free some space (a new data folder needs ${NEEDED_MB} MB), or set DATA_DIR to a folder on another disk.`,
    options,
  );
}

/** Whether an error of the operating system, PostgreSQL or ClickHouse means that the disk is full. */
export function isDiskFull(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  // Operating system, PostgreSQL, ClickHouse.
  if (code && ['ENOSPC', 'EDQUOT', '53100', '243'].includes(code)) return true;
  return /No space left on device|Disk quota exceeded|NOT_ENOUGH_SPACE/i.test(message ?? String(error));
}
