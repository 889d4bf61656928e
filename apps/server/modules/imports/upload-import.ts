import { type ImportPreview, MAX_IMPORT_BYTES } from '@voltloop/contract';
import type { FastifyRequest } from 'fastify';
import { audit } from '../../platform/audit.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { AppError, fieldError } from '../../platform/errors.ts';
import type { Core } from './core.ts';
import type { ImportKind } from './kinds.ts';
import { previewOf } from './preview.ts';
import { readInThread } from './read-in-thread.ts';
import { importById, insertImport } from './store.ts';

/** How long a preview waits for its confirmation. */
const KEPT_MS = 24 * 3600_000;

/**
 * Reads a workbook, checks every row and keeps the preview. Nothing else is written.
 * @throws validation, tooLarge
 */
export async function uploadImport(
  { services: { db } }: Core,
  ctx: Ctx,
  kind: ImportKind,
  request: FastifyRequest,
): Promise<ImportPreview> {
  const { bytes, name } = await fileOf(request);
  const rows = await readInThread(bytes, kind);
  const found = await kind.check(db, ctx, rows);
  const checked = rows.map((row, i) => ({ ...row, errors: [...row.errors, ...(found[i] ?? [])] }));
  return db.transaction().execute(async (trx) => {
    const id = await insertImport(trx, {
      tenant_id: ctx.caller.tenantId,
      account_id: ctx.caller.accountId,
      kind: kind.name,
      file_name: name,
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

async function fileOf(request: FastifyRequest): Promise<{ bytes: Buffer; name: string }> {
  if (!request.isMultipart())
    throw new AppError('wrongType', { message: 'Send the file as multipart/form-data' });
  // Asked once at the end: the reader's own error is lost when all up to the limit was read before more came.
  const part = await request.file({ limits: { fileSize: MAX_IMPORT_BYTES }, throwFileSizeLimit: false });
  if (!part) throw fieldError('file', 'import.noFile', 'Choose a file');
  const name = part.filename.replace(/^.*[\\/]/, '').slice(0, 200) || 'import.xlsx';
  const bytes = await part.toBuffer();
  if (part.file.truncated) {
    const message = 'The file is larger than 5 MB';
    throw new AppError('tooLarge', { message, fields: [{ path: 'file', key: 'import.tooLarge', message }] });
  }
  if (bytes.length === 0) throw fieldError('file', 'import.empty', 'The file has no rows below its heads');
  return { bytes, name: name.replaceAll('\0', '') };
}
