import type { ImportPreview } from '@voltloop/contract';
import type { FastifyRequest } from 'fastify';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Core } from './core.ts';
import { type Checked, type ImportKind, mergeChecked } from './kinds.ts';
import { previewOf } from './preview.ts';
import type { ReadSheet } from './read-sheet.ts';
import { withReceivedSheet } from './receive-sheet.ts';
import { importById, insertImport } from './store.ts';

/** Lifetime of a preview without confirmation. */
const PREVIEW_LIFE_MS = 24 * 3600_000;

/**
 * Reads a workbook, validates every row and stores the preview. Nothing else is written.
 * @throws validation, tooLarge, tooMany
 */
export function uploadImport(
  core: Core,
  ctx: Ctx,
  kind: ImportKind,
  request: FastifyRequest,
): Promise<ImportPreview> {
  return withReceivedSheet(core.services.files, ctx, request, kind, (sheet, name, signal) =>
    createPreview(core, ctx, kind, { sheet, name, signal }),
  );
}

async function createPreview(
  { services: { db } }: Core,
  ctx: Ctx,
  kind: ImportKind,
  { sheet, name: given, signal }: { sheet: ReadSheet; name: string; signal: AbortSignal },
): Promise<ImportPreview> {
  const { rows, unknownColumns, exampleRows, totalRows } = sheet;
  const found: Checked[] = await kind.check(db, ctx, rows);
  const checked = rows.map((row, i) => ({ ...row, ...mergeChecked(row.errors, found[i]) }));
  // The client has disconnected: no preview is needed.
  signal.throwIfAborted();
  const name = given.replace(/^.*[\\/]/, '').slice(0, 200) || 'import.xlsx';
  return db.transaction().execute(async (trx) => {
    const id = await insertImport(trx, {
      tenant_id: ctx.caller.tenantId,
      account_id: ctx.caller.accountId,
      kind: kind.name,
      file_name: name.replaceAll('\0', ''),
      unknown_columns: unknownColumns,
      example_rows: exampleRows,
      total_rows: totalRows,
      expires_at: new Date(ctx.now.getTime() + PREVIEW_LIFE_MS),
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
    if (!record) throw new Error('the preview was not stored');
    return previewOf(trx, kind, record);
  });
}
