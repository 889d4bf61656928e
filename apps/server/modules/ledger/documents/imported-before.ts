import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.ts';

interface Before {
  /** Epoch ms. */
  at: number;
  by: string | null;
  lines: number;
}

/** Equal for all files with these cells, however they were saved. */
export const contentOf = (rows: readonly { cells: Readonly<Record<string, string>> }[]): string =>
  createHash('sha256')
    .update(JSON.stringify(rows.map(({ cells }) => Object.entries(cells).sort())))
    .digest('hex');

/** When the same content was imported into a document before, if ever. */
export async function importedBefore(db: Db, documentId: string, content: string): Promise<Before | null> {
  const { rows } = await sql<Before>`
    select (extract(epoch from i.imported_at) * 1000)::float8 as at, a.name as by, i.lines
      from document_imports i left join accounts a on a.id = i.imported_by
      where i.document_id = ${documentId} and i.content = ${content}`.execute(db);
  return rows[0] ?? null;
}

export const noteImported = (
  db: Db,
  { caller, now }: Ctx,
  documentId: string,
  content: string,
  lines: number,
) =>
  sql`insert into document_imports (document_id, content, lines, imported_at, imported_by)
    values (${documentId}, ${content}, ${lines}, ${now}, ${caller.accountId})
    on conflict (document_id, content) do update set lines = excluded.lines, imported_at = excluded.imported_at,
      imported_by = excluded.imported_by`.execute(db);
