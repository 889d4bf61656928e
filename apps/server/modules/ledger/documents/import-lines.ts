import { createHash } from 'node:crypto';
import { blockOf } from '@voltloop/domain/battery-code/index.ts';
import { type DocumentKind, inputOf, type LineField, lineFieldsOf, MAX_LINES } from '@voltloop/resource-kit';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.ts';
import { conflictError } from '../../../platform/errors.ts';
import { wordsOf } from '../../../platform/field-words.ts';
import { fieldErrors } from '../../../platform/http.ts';
import { mapYielding } from '../../../platform/map-yielding.ts';
import type { TableFile } from '../../../platform/table-export.ts';
import { commonMessages, type Language, withReceivedSheet } from '../../records/imports/index.ts';
import {
  type Core,
  columnOfField,
  explained,
  isEditable,
  notEditable,
  valueOfCell,
} from '../../records/resources/index.ts';
import { type Document, findDocument, presetOf } from './document.ts';
import { linesOf, saveLines } from './lines.ts';

/** Maximum number of wrong cells in a reply. */
const NAMED = 200;

/** The line columns of a document's preset. */
const editableFields = (kind: DocumentKind, document: Document): [string, LineField][] =>
  Object.entries(lineFieldsOf({ columns: presetOf(kind, document).columns ?? kind.columns })).filter(
    ([, { server }]) => !server,
  );

/** The column headings of the lines of a document. @throws notFound */
export async function linesTemplate(
  core: Core,
  ctx: Ctx,
  kind: DocumentKind,
  { id, language }: { id: string; language: Language },
): Promise<TableFile> {
  const document = await findDocument(core.services.db, ctx.caller.tenantId, kind, id);
  const { one } = kind.resource;
  return {
    format: 'xlsx',
    name: language === 'zh' ? `${one.zh}明细模板` : `${one.en} lines template`,
    header: editableFields(kind, document).map(([name, field]) => {
      const { label, note } = columnOfField(name, field, core.registry);
      return [label[language], note?.[language]].filter(Boolean).join('\n');
    }),
    rows: noRows(),
  };
}
async function* noRows(): AsyncGenerator<never> {}

interface WrongCell {
  row: number;
  column: string;
  message: string;
}
type Values = Record<string, unknown>;

interface Before {
  /** Epoch ms. */
  at: number;
  by: string | null;
  lines: number;
}

/** Equal for all files with these cells, however they were saved. */
const contentOf = (rows: readonly { cells: Readonly<Record<string, string>> }[]): string =>
  createHash('sha256')
    .update(JSON.stringify(rows.map(({ cells }) => Object.entries(cells).sort())))
    .digest('hex');

/** When the same content was imported into a document before, if ever. */
async function importedBefore(db: Db, documentId: string, content: string): Promise<Before | null> {
  const { rows } = await sql<Before>`
    select (extract(epoch from i.imported_at) * 1000)::float8 as at, a.name as by, i.lines
      from document_imports i left join accounts a on a.id = i.imported_by
      where i.document_id = ${documentId} and i.content = ${content}`.execute(db);
  return rows[0] ?? null;
}

const noteImported = (db: Db, { caller, now }: Ctx, documentId: string, content: string, lines: number) =>
  sql`insert into document_imports (document_id, content, lines, imported_at, imported_by)
    values (${documentId}, ${content}, ${lines}, ${now}, ${caller.accountId})
    on conflict (document_id, content) do update set lines = excluded.lines, imported_at = excluded.imported_at,
      imported_by = excluded.imported_by`.execute(db);

/**
 * Adds the lines of a workbook or csv file to a draft, all or none.
 * @returns the number of added lines, the wrong cells, or that the same content was added before
 * @throws notFound, conflict once it is submitted, validation for an unreadable file, tooLarge, tooMany
 */
export async function importLines(
  core: Core,
  ctx: Ctx,
  kind: DocumentKind,
  { id, language, again }: { id: string; language: Language; again?: 'true' | undefined },
  request: FastifyRequest,
) {
  const { db, files } = core.services;
  const document = await findDocument(db, ctx.caller.tenantId, kind, id);
  if (!isEditable(kind.resource, document)) throw conflictError('id', notEditable.key, notEditable.message);
  const fields = new Map(editableFields(kind, document));
  const expected = {
    columns: [...fields].map(([name, field]) => columnOfField(name, field, core.registry)),
    maxRows: MAX_LINES,
  };
  return withReceivedSheet(files, ctx, request, expected, async ({ rows, unknownColumns }, _name, signal) => {
    const content = contentOf(rows);
    const before = again ? null : await importedBefore(db, id, content);
    if (before) return { added: 0, wrongCells: 0, wrong: [], unknownColumns, before };
    const words = (key: string, message: string) =>
      commonMessages[key]?.[language] ?? wordsOf(key, language) ?? message;
    const wrong: WrongCell[] = [];
    const refuse = (row: number, name: string, key: string, text = words(key, key)) =>
      wrong.push({ row, column: fields.get(name)?.label[language] ?? name, message: text });
    const known = new Set((await linesOf(db, id)).map(({ code }) => code));
    const lines = await mapYielding(rows, ({ number, cells, errors }) => {
      const values: Values = {};
      for (const { column, key } of errors) refuse(number, column, key);
      const unread = new Set(errors.map(({ column }) => column));
      for (const [name, text] of Object.entries(cells)) {
        const field = fields.get(name);
        if (!field || unread.has(name)) continue;
        const read = inputOf(field).safeParse(valueOfCell(field, text));
        if (read.success) values[name] = read.data;
        else
          for (const { key, message } of fieldErrors(read.error, name)) {
            const { key: exact, words: named } = explained(key, field);
            refuse(number, name, exact, named?.[language] ?? words(exact, message));
          }
      }
      refuseCodes(values, known, (name, key) => refuse(number, name, key));
      if (!isNamed(values) && errors.length === 0 && !cells.code) refuse(number, 'code', 'resource.required');
      return { clientKey: crypto.randomUUID(), ...values };
    });
    signal.throwIfAborted();
    if (wrong.length === 0) {
      await saveLines(core, ctx, kind, { id, lines, remove: [] });
      await noteImported(db, ctx, id, content, lines.length);
    }
    return {
      added: wrong.length === 0 ? lines.length : 0,
      wrongCells: wrong.length,
      wrong: wrong.slice(0, NAMED),
      unknownColumns,
      before: null,
    };
  });
}

/** Codes that a scan would refuse too: invalid ones, and duplicates in the document or the file. */
function refuseCodes(values: Values, known: Set<string | null>, refuse: (name: string, key: string) => void) {
  for (const name of ['code', 'newCode']) {
    const code = values[name];
    const key = typeof code === 'string' ? blockOf(code) : null;
    if (key) refuse(name, key);
  }
  if (typeof values.code !== 'string') return;
  if (known.has(values.code)) refuse('code', 'rule.document.codeTwice');
  known.add(values.code);
}

/** Whether a line names its goods. */
const isNamed = ({ code, lotNo, material, chemistry }: Values) =>
  [code, lotNo, material, chemistry].some((each) => each !== undefined);
