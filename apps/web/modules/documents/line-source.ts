import { documentCalls, lineFieldsOf, transitCalls } from '@voltloop/resource-kit';
import { receiptLines } from '@voltloop/resources/collection/receipt-lines.ts';
import { call } from '../../api/call.ts';
import { type LineSource, type NewLines, type Row, readRow } from '../resources/index.ts';
import { kindOf, type Line } from './queries.ts';

/** Initial lines of new documents, saved by their pages, where a failed save can be retried. */
const waiting = new Map<string, readonly Line[]>();

/** Returns the initial lines of a new document, once. */
export function initialLines(id: string): readonly Line[] {
  const lines = waiting.get(id) ?? [];
  waiting.delete(id);
  return lines;
}

/** Ids of documents whose pages have not been opened yet. */
const created = new Set<string>();

export const noteCreated = ({ id }: Row) => void created.add(id);
/** Whether a document has just been created; true once. */
export const isJustCreated = (id: string): boolean => created.delete(id);

/** The lines for a new document from its URL: by codes or from another document. */
export function lineSourceOf({ codes = [], of }: NewLines): LineSource {
  return {
    words:
      of?.kind === 'collection'
        ? {
            en: 'The goods by mass of the collection become lines when the receipt is created; batteries with codes are scanned there.',
            zh: '保存后将带入回收单中按重量的货物；有编码的电池请在入库单中扫描。',
          }
        : codes.length > 0
          ? {
              en: `Lines are added for ${codes.length} batteries when the document is created.`,
              zh: `保存后将带入 ${codes.length} 个电池作为明细。`,
            }
          : {
              en: 'The lines of the other document are copied when this one is created.',
              zh: '保存后将复制原单据的明细。',
            },
    read: async () => {
      const copied = of ? await linesOf(of) : [];
      const lines = [...codes.map((code) => ({ clientKey: code, code })), ...copied];
      return (row) => waiting.set(row.id, lines);
    },
  };
}

/** The lines of another document without empty fields. */
async function linesOf({ kind, id, rest }: NonNullable<NewLines['of']>): Promise<Line[]> {
  if (kind === 'collection') return receiptLines(await readRow(kind, id));
  const declared = await kindOf(kind);
  const list = rest
    ? await call(transitCalls(declared).inTransit, { query: { id } })
    : (await call(documentCalls(declared).lines, { query: { id } })).list;
  const names = ['clientKey', ...Object.keys(lineFieldsOf(declared))];
  return (list as Line[]).map(
    (line) =>
      Object.fromEntries(
        names.filter((name) => line[name] != null).map((name) => [name, line[name]]),
      ) as Line,
  );
}
