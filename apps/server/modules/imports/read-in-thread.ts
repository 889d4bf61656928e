import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { fieldError } from '../../platform/errors.ts';
import { mapInTurns } from '../../platform/turns.ts';
import type { ImportKind } from './kinds.ts';
import type { ReadRow, SheetColumn } from './read-sheet.ts';

/** What the thread is given. */
export interface ThreadJob {
  file: Uint8Array;
  columns: readonly SheetColumn[];
  maxRows: number;
}

/** What it says at its end: rows as JSON, some in each part, or what is wrong with the file. */
export type ThreadSays = { parts: string[] } | { refused: { key: string; message: string } };

/** What a workbook of 40 MB may need while it is read; more ends the thread and not the server. */
const limits = { maxOldGenerationSizeMb: 1024 };

let before: Promise<unknown> = Promise.resolve();

/**
 * The rows of a workbook (read-sheet.ts), read in a thread: twenty thousand take seconds, in which the server answers
 * others. One workbook at a time, so that several do not fill the memory together.
 * @throws validation with words for what is wrong with the file
 */
export function readInThread(
  file: Buffer,
  kind: Pick<ImportKind, 'columns' | 'maxRows'>,
): Promise<ReadRow[]> {
  const rows = before.then(() => read(file, kind));
  before = rows.catch(() => {});
  return rows;
}

async function read(file: Buffer, { columns, maxRows }: Pick<ImportKind, 'columns' | 'maxRows'>) {
  const workerData: ThreadJob = {
    file,
    maxRows,
    columns: columns.map(({ key, label, required = false }) => ({ key, label, required })),
  };
  const thread = new Worker(new URL('./sheet-thread.ts', import.meta.url), {
    workerData,
    resourceLimits: limits,
  });
  const [says] = (await once(thread, 'message').catch((e: Error & { code?: string }) => {
    if (e.code !== 'ERR_WORKER_OUT_OF_MEMORY') throw e;
    return [{ refused: { key: 'tooBig', message: 'The file unpacks to more than an import takes' } }];
  })) as [ThreadSays];
  if ('refused' in says) throw fieldError('file', `import.${says.refused.key}`, says.refused.message);
  const parts = await mapInTurns(says.parts, (part) => JSON.parse(part) as ReadRow[]);
  return parts.flat();
}
