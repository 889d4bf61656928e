import { MAX_IMPORT_BYTES } from '@voltloop/contract';
import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../../platform/ctx.ts';
import { AppError, fieldError } from '../../../platform/errors.ts';
import { FairQueue } from '../../../platform/fair-queue.ts';
import type { Files } from '../../../platform/files.ts';
import { withReceivedFile } from '../../../platform/receive-file.ts';
import type { ImportKind } from './kinds.ts';
import { readInThread } from './read-in-thread.ts';
import type { ReadSheet } from './read-sheet.ts';

/** One file at a time for each account, two for all. */
const reading = new FairQueue({ atOnce: 2, atOncePerKey: 1, waitingPerKey: 5 });

/**
 * Runs `use` with the rows of the uploaded workbook or csv file.
 * @throws validation, tooLarge, tooMany
 */
export function withReceivedSheet<T>(
  files: Pick<Files, 'temporary'>,
  ctx: Ctx,
  request: FastifyRequest,
  options: Pick<ImportKind, 'columns' | 'maxRows'>,
  use: (sheet: ReadSheet, name: string, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return withReceivedFile(files, ctx, request, { limit_bytes: MAX_IMPORT_BYTES, tooLarge }, (file, signal) =>
    reading.run(
      ctx.caller.accountId,
      async () => {
        if (file.size_bytes === 0)
          throw fieldError('file', 'import.empty', 'The file has no rows below its header');
        const csv = /\.csv$/i.test(file.name);
        return use(await readInThread(file.path, { ...options, csv }, signal), file.name, signal);
      },
      signal,
    ),
  );
}

function tooLarge(): AppError {
  const message = 'The file is larger than 5 MB';
  return new AppError('tooLarge', { message, fields: [{ path: 'file', key: 'import.tooLarge', message }] });
}
