import { Worker } from 'node:worker_threads';
import { fieldError } from '../../platform/errors.ts';
import { mapInTurns } from '../../platform/turns.ts';
import type { ImportKind } from './kinds.ts';
import type { ReadRow, ReadSheet, SheetAsked } from './read-sheet.ts';

/** What the thread is given. */
export interface SheetJob extends SheetAsked {
  /** Path of the file. */
  file: string;
}

/** What it answers: rows as JSON, some in each part, or what is wrong with the file. */
export type SheetReply =
  | ({ parts: string[] } & Omit<ReadSheet, 'rows'>)
  | { refused: { key: string; message: string } };

export interface ThreadLimits {
  time_ms: number;
  /** Of JavaScript values; a thread that needs more is ended, and the server goes on. */
  memory_MB: number;
}

/** A workbook at every limit of the reader takes a few seconds and less than half of this memory. */
const LIMITS: ThreadLimits = { time_ms: 30_000, memory_MB: 256 };

/**
 * The rows of a workbook or csv file (read-sheet.ts), read in a thread, so that the server answers others meanwhile. The thread is
 * terminated when it is over its limits, or when `signal` aborts.
 * @throws validation with words for what is wrong with the file
 */
export async function readInThread(
  file: string,
  { columns, maxRows, csv = false }: Pick<ImportKind, 'columns' | 'maxRows'> & { csv?: boolean },
  signal: AbortSignal,
  limits: ThreadLimits = LIMITS,
): Promise<ReadSheet> {
  const workerData: SheetJob = {
    file,
    maxRows,
    csv,
    columns: columns.map(({ key, label, required = false, example = '' }) => ({
      key,
      label,
      required,
      example,
    })),
  };
  signal.throwIfAborted();
  const thread = new Worker(new URL('./sheet-thread.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: limits.memory_MB },
    // Flags of the process (an inspector, a script given by -e) are not the thread's.
    execArgv: [],
  });
  const reply = await replyOf(thread, AbortSignal.any([signal, AbortSignal.timeout(limits.time_ms)]));
  if ('refused' in reply) throw fieldError('file', `import.${reply.refused.key}`, reply.refused.message);
  const parts = await mapInTurns(reply.parts, (part) => JSON.parse(part) as ReadRow[]);
  return { rows: parts.flat(), unknownColumns: reply.unknownColumns, exampleRows: reply.exampleRows };
}

/** What a thread answers. It has ended when this returns, whatever it was doing. */
async function replyOf(thread: Worker, signal: AbortSignal): Promise<SheetReply> {
  try {
    return await new Promise<SheetReply>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      thread.once('message', resolve);
      thread.once('error', reject);
      thread.once('exit', (code) => reject(new Error(`the thread of a workbook ended with ${code}`)));
    });
  } catch (e) {
    const { name, code } = e as { name?: string; code?: string };
    if (code === 'ERR_WORKER_OUT_OF_MEMORY')
      throw fieldError('file', 'import.tooBig', 'The file unpacks to more than an import takes');
    if (name === 'TimeoutError')
      throw fieldError('file', 'import.tooSlow', 'Reading the file takes too long; divide it');
    throw e;
  } finally {
    await thread.terminate();
  }
}
