import type * as contract from '@voltloop/contract';
import type { ImportPreview, ImportRow, Page, QueryOf } from '@voltloop/contract';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db, Trx } from '../../../platform/db.ts';
import { notFound } from '../../../platform/errors.ts';
import type { TableCell, TableFile } from '../../../platform/table-export.ts';
import type { Core } from './core.ts';
import { type ImportKind, type Language, type RowError, wordsFor } from './kinds.ts';
import { errorColumns } from './read-sheet.ts';
import { countRows, deleteImport, type ImportRecord, importById, rowsOf } from './store.ts';

/** A preview of the caller that can still be confirmed. @throws notFound */
export async function loadPreview(
  { kinds }: Core,
  db: Db | Trx,
  ctx: Ctx,
  id: string,
  lock = false,
): Promise<{ record: ImportRecord; kind: ImportKind }> {
  const record = await importById(db, id, lock);
  const kind = record && kinds.get(record.kind);
  if (!record || !kind || record.account_id !== ctx.caller.accountId || record.expires_at <= ctx.now)
    throw notFound();
  return { record, kind };
}

export async function previewOf(
  db: Db | Trx,
  kind: ImportKind,
  record: ImportRecord,
): Promise<ImportPreview> {
  return {
    id: record.id,
    kind: kind.name,
    file_name: record.file_name,
    ...(await countRows(db, record.id)),
    expires_at: record.expires_at.getTime(),
    columns: kind.columns.map(({ key, label }) => ({ key, ...label })),
    unknown_columns: record.unknown_columns,
    example_rows: record.example_rows,
    total_rows: record.total_rows,
  };
}

/** @throws notFound */
export async function readPreview(core: Core, ctx: Ctx, id: string): Promise<ImportPreview> {
  const { db } = core.services;
  const { record, kind } = await loadPreview(core, db, ctx, id);
  return previewOf(db, kind, record);
}

/** @throws notFound */
export async function readPreviewRows(
  core: Core,
  ctx: Ctx,
  id: string,
  query: QueryOf<typeof contract.listImportRows>,
): Promise<Page<ImportRow>> {
  const { db } = core.services;
  const { kind } = await loadPreview(core, db, ctx, id);
  const { skip, limit, language } = query;
  const choice = query.wrong === 1 ? 'wrong' : query.doubtful === 1 ? 'doubtful' : 'all';
  const [counts, rows] = await Promise.all([countRows(db, id), rowsOf(db, id, { choice, skip, limit })]);
  const inWords = (found: readonly RowError[]) =>
    found.map((e) => ({ column: e.column, key: e.key, message: wordsFor(kind, e, language) }));
  return {
    list: rows.map(({ number, cells, errors, warnings }) => ({
      number,
      cells,
      errors: inWords(errors),
      warnings: inWords(warnings),
    })),
    total: choice === 'all' ? counts.total : counts[choice],
    current_page: Math.floor(skip / limit) + 1,
    page_size: limit,
  };
}

/**
 * The invalid rows with their reasons, in the format of the file, so that it can be corrected and uploaded again.
 * @throws notFound
 */
export async function openErrors(core: Core, ctx: Ctx, id: string, language: Language): Promise<TableFile> {
  const { db } = core.services;
  const { record, kind } = await loadPreview(core, db, ctx, id);
  const wrong = await rowsOf(db, id, { choice: 'wrong', skip: 0, limit: 100_000 });
  async function* rows(): AsyncGenerator<TableCell[]> {
    for (const { number, cells, errors } of wrong) {
      const reasons = errors.map((e) => {
        const column = kind.columns.find((c) => c.key === e.column)?.label[language] ?? e.column;
        return `${column}: ${wordsFor(kind, e, language)}`;
      });
      yield [...kind.columns.map(({ key }) => cells[key] ?? null), number, reasons.join('; ')];
    }
  }
  return {
    format: 'xlsx',
    name: `${record.file_name.replace(/\.xlsx$/i, '')}_${language === 'zh' ? '错误' : 'errors'}`,
    header: [...kind.columns.map(({ label }) => label[language]), ...errorColumns[language]],
    rows: rows(),
  };
}

/** The heads, and one example row if the kind has one. */
export function templateOf(kind: ImportKind, language: Language): TableFile {
  async function* rows(): AsyncGenerator<TableCell[]> {
    if (kind.columns.some(({ example }) => example)) yield kind.columns.map(({ example }) => example || null);
  }
  return {
    format: 'xlsx',
    name: kind.title[language],
    header: kind.columns.map(({ label, required, note }) =>
      [`${label[language]}${required ? ' *' : ''}`, note?.[language]].filter(Boolean).join('\n'),
    ),
    rows: rows(),
  };
}

/** @throws notFound */
export async function discardPreview(core: Core, ctx: Ctx, id: string): Promise<null> {
  const { db } = core.services;
  await loadPreview(core, db, ctx, id);
  await deleteImport(db, id);
  return null;
}
