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

/** The longest that one is read; the others wait meanwhile. */
const MOST_MS = 120_000;

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
    // Flags of the process (an inspector, a script given by -e) are not the thread's.
    execArgv: [],
  });
  const says = await wordOf(thread);
  if ('refused' in says) throw fieldError('file', `import.${says.refused.key}`, says.refused.message);
  const parts = await mapInTurns(says.parts, (part) => JSON.parse(part) as ReadRow[]);
  return parts.flat();
}

/** What a thread says, or why it ended without a word. Whatever it does, the next workbook gets its turn. */
function wordOf(thread: Worker): Promise<ThreadSays> {
  const late = setTimeout(() => void thread.terminate(), MOST_MS);
  return new Promise<ThreadSays>((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', (e: Error & { code?: string }) => {
      const message = 'The file unpacks to more than an import takes';
      if (e.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve({ refused: { key: 'tooBig', message } });
      else reject(e);
    });
    thread.once('exit', (code) => reject(new Error(`the thread of a workbook ended with ${code}`)));
  }).finally(() => clearTimeout(late));
}
