import { type ImportPreview, MAX_IMPORT_BYTES } from '@voltloop/contract';
import type { FastifyRequest } from 'fastify';
import { audit } from '../../platform/audit.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { AppError, fieldError } from '../../platform/errors.ts';
import { FairQueue } from '../../platform/fair-queue.ts';
import { type ReceivedFile, withReceivedFile } from '../../platform/receive-file.ts';
import type { Core } from './core.ts';
import { type Checked, type ImportKind, mergeChecked } from './kinds.ts';
import { previewOf } from './preview.ts';
import { readInThread } from './read-in-thread.ts';
import { importById, insertImport } from './store.ts';

/** How long a preview waits for its confirmation. */
const KEPT_MS = 24 * 3600_000;

/** Workbooks are read and checked one at a time for each account, two at a time for all. */
const reading = new FairQueue({ atOnce: 2, atOncePerKey: 1, waitingPerKey: 5 });

/**
 * Reads a workbook, checks every row and keeps the preview. Nothing else is written.
 * @throws validation, tooLarge, tooMany
 */
export function uploadImport(
  core: Core,
  ctx: Ctx,
  kind: ImportKind,
  request: FastifyRequest,
): Promise<ImportPreview> {
  const { files } = core.services;
  return withReceivedFile(files, ctx, request, { limit_bytes: MAX_IMPORT_BYTES, tooLarge }, (file, signal) =>
    reading.run(ctx.caller.accountId, () => readAndKeep(core, ctx, kind, file, signal), signal),
  );
}

async function readAndKeep(
  { services: { db } }: Core,
  ctx: Ctx,
  kind: ImportKind,
  file: ReceivedFile,
  signal: AbortSignal,
): Promise<ImportPreview> {
  if (file.size_bytes === 0) throw fieldError('file', 'import.empty', 'The file has no rows below its heads');
  const { rows, unknownColumns, exampleRows } = await readInThread(file.path, kind, signal);
  const found: Checked[] = await kind.check(db, ctx, rows);
  const checked = rows.map((row, i) => ({ ...row, ...mergeChecked(row.errors, found[i]) }));
  // Whoever has left wants no preview.
  signal.throwIfAborted();
  const name = file.name.replace(/^.*[\\/]/, '').slice(0, 200) || 'import.xlsx';
  return db.transaction().execute(async (trx) => {
    const id = await insertImport(trx, {
      tenant_id: ctx.caller.tenantId,
      account_id: ctx.caller.accountId,
      kind: kind.name,
      file_name: name.replaceAll('\0', ''),
      unknown_columns: unknownColumns,
      example_rows: exampleRows,
      expires_at: new Date(ctx.now.getTime() + KEPT_MS),
      now: ctx.now,
      rows: checked,
    });
    await audit(trx, ctx, {
      action: 'import.upload',
      objectType: 'import',
      objectId: id,
      details: { kind: kind.name, file: name, rows: rows.length },
    });
    const record = await importById(trx, id);
    if (!record) throw new Error('the preview was not kept');
    return previewOf(trx, kind, record);
  });
}

function tooLarge(): AppError {
  const message = 'The file is larger than 5 MB';
  return new AppError('tooLarge', { message, fields: [{ path: 'file', key: 'import.tooLarge', message }] });
}
