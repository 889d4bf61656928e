import { fieldError } from '../../../platform/errors.ts';
import { mapYielding } from '../../../platform/map-yielding.ts';
import { runThread, ThreadEnded, type ThreadLimits } from '../../../platform/run-thread.ts';
import type { ImportKind } from './kinds.ts';
import type { ReadRow, ReadSheet, SheetOptions } from './read-sheet.ts';

/** The input of the worker thread. */
export interface SheetJob extends SheetOptions {
  /** Path of the file. */
  file: string;
}

/** Its messages: rows as JSON, some in each message, or the error of the file. */
export type SheetReply =
  | ({ parts: string[] } & Omit<ReadSheet, 'rows'>)
  | { refused: { key: string; message: string } };

/** A workbook at every limit of the reader takes a few seconds and less than half of this memory. */
const LIMITS: ThreadLimits = { time_ms: 30_000, memory_MB: 256 };

/**
 * The rows of a workbook or csv file (read-sheet.ts), read in a worker thread, so that the server answers others
 * meanwhile. The thread is terminated when it exceeds its limits, or when `signal` aborts.
 * @throws validation with the error of the file
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
  const reply = await replyOf(workerData, signal, limits);
  if ('refused' in reply) throw fieldError('file', `import.${reply.refused.key}`, reply.refused.message);
  const parts = await mapYielding(reply.parts, (part) => JSON.parse(part) as ReadRow[]);
  const { unknownColumns, exampleRows, totalRows } = reply;
  return { rows: parts.flat(), unknownColumns, exampleRows, totalRows };
}

async function replyOf(workerData: SheetJob, signal: AbortSignal, limits: ThreadLimits): Promise<SheetReply> {
  try {
    return await runThread(new URL('./sheet-thread.ts', import.meta.url), workerData, limits, signal);
  } catch (e) {
    if (!(e instanceof ThreadEnded)) throw e;
    throw e.reason === 'tooBig'
      ? fieldError('file', 'import.tooBig', 'The unpacked file is too large for an import')
      : fieldError('file', 'import.tooSlow', 'Reading the file takes too long; split it');
  }
}
