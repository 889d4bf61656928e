import { route } from '@voltloop/contract/route.ts';
import { z } from 'zod';
import type { DocumentKind, LineColumn } from './document.ts';
import { decimal, integer, type LineField, option, text } from './fields.ts';
import { rightOf } from './rights.ts';
import { inputOf, outputOf } from './values.ts';

/** Lines that one request may save. */
export const MAX_LINES_AT_ONCE = 1000;
/** Lines that a document may have. */
export const MAX_LINES = 5000;

/** The fields of a line, by column; the grid and the check of lines read them. */
const columnFields: Readonly<Record<LineColumn, Readonly<Record<string, LineField>>>> = {
  code: { code: text('Battery code', '电池编码', { max: 24, code: true, as: 'batteryCode' }) },
  newCode: { newCode: text('Correct code', '正确编码', { max: 24, code: true, as: 'batteryCode' }) },
  product: {
    product: text('Into product', '装入产品', { max: 24, code: true, as: 'batteryCode' }),
  },
  side: { side: option('In or out', '投入/产出', 'runSide', { initial: 'in' }) },
  lot: {
    lotNo: text('Lot', '批号', { max: 40, code: true }),
    material: option('Material', '材料形态', 'lotMaterial'),
    chemistry: option('Chemistry', '电池类型', 'chemistry'),
    basis: option('Basis', '干湿', 'massBasis'),
  },
  pieces: { pieces: integer('Pieces', '件数', { min: 1, max: 1_000_000 }) },
  kg: { kg: decimal('Mass', '重量', { scale: 3, max: 10_000_000, unit: 'kg' }) },
  moisture: { moisturePct: decimal('Moisture', '含水率', { scale: 4, max: 100, unit: '%' }) },
  unitPrice: { unitPrice: decimal('Unit price', '单价', { scale: 4, max: 9_999_999, unit: '¥' }) },
  location: { location: text('Location', '库位', { max: 30, code: true }) },
  condition: { condition: option('Condition', '库存状态', 'stockCondition') },
  remark: { remark: text('Remark', '备注', { max: 200 }) },
  finding: { finding: option('Finding', '盘点结果', 'countFinding', { server: true }) },
};
/** Every field that a line may have. */
export const lineFields: Readonly<Record<string, LineField>> = Object.assign(
  {},
  ...Object.values(columnFields),
);

/** The fields of the lines of a kind, in the order of its columns. */
export const lineFieldsOf = ({
  columns,
}: Pick<DocumentKind, 'columns'>): Readonly<Record<string, LineField>> =>
  Object.assign({}, ...columns.map((column) => columnFields[column]));

/** A line as it is saved and read; `clientKey` is given by the client that adds it, and adding it twice adds one. */
const lineKey = z.string().regex(/^[\w-]{1,40}$/);

/** What is wrong or doubtful, and where: at a header field, or at `lines.<client key>.<field>`. */
const finding = z.object({
  path: z.string(),
  key: z.string(),
  message: z.string(),
  /** A rule that the caller may override with a reason. */
  overrides: z.literal(true).optional(),
});

/** Calls of a document kind beside those of its header. */
export function documentCalls(kind: DocumentKind) {
  const { name, path, many } = kind.resource;
  const fields = Object.entries(lineFieldsOf(kind));
  const input = z.object({
    clientKey: lineKey,
    ...Object.fromEntries(
      fields
        .filter(([, { server }]) => !server)
        .map(([field, declared]) => [
          field,
          z.preprocess(
            (value) => (value === '' || value === null ? undefined : value),
            inputOf(declared).optional(),
          ),
        ]),
    ),
  });
  const line = z.object({
    clientKey: z.string(),
    /** The battery or lot that it is, where that is known: page `/backoffice/stock/item/:id`. */
    itemId: z.string().nullable(),
    /** What the line counts with: its own mass, else that which is booked or known of its battery. */
    mass: z.string().nullable(),
    ...Object.fromEntries(fields.map(([field, declared]) => [field, outputOf(declared)])),
  });
  const language = z.enum(['en', 'zh']).default('zh');
  const totals = { count: z.number().int(), pieces: z.number().int(), kg: z.string() };
  const other = z.object({ id: z.uuid(), no: z.string().nullable() }).nullable();
  return {
    course: route({
      name: `${name}.course`,
      summary: `How a document came to its state: who took which step when, and the documents that void it or that it voids (${many.en}).`,
      method: 'GET',
      path: `${path}/course`,
      access: { right: rightOf(kind.resource) },
      query: z.object({ id: z.uuid() }),
      reply: z.object({
        /** `insert` and the steps of its life, the first one first. */
        events: z.array(
          z.object({
            step: z.string(),
            /** Epoch ms. */
            time: z.number(),
            by: z.string().nullable(),
            reason: z.string().nullable(),
          }),
        ),
        /** Warnings that somebody confirmed when it was posted. */
        confirmed: z.array(
          z.object({
            path: z.string(),
            key: z.string(),
            /** Epoch ms. */
            time: z.number(),
            by: z.string().nullable(),
            /** Why a rule was overridden. */
            reason: z.string().nullable(),
          }),
        ),
        /** The document that this one takes back. */
        voids: other,
        /** The document that takes this one back. */
        voidedBy: other,
        /** Whether the caller submitted it: another person approves. */
        own: z.boolean(),
      }),
    }),
    lines: route({
      name: `${name}.lines`,
      summary: `Lines of a document, in their order (${many.en}).`,
      method: 'GET',
      path: `${path}/lines`,
      access: { right: rightOf(kind.resource) },
      query: z.object({ id: z.uuid() }),
      reply: z.object({ list: z.array(line), ...totals }),
    }),
    saveLines: route({
      name: `${name}.saveLines`,
      summary: `Add, change and remove lines of a draft by their keys; two people may do so at once (${many.en}).`,
      method: 'POST',
      path: `${path}/saveLines`,
      access: { right: rightOf(kind.resource, 'update') },
      body: z.object({
        id: z.uuid(),
        lines: z.array(input).max(MAX_LINES_AT_ONCE).default([]),
        remove: z.array(lineKey).max(MAX_LINES_AT_ONCE).default([]),
      }),
      reply: z.object({
        ...totals,
        /** Whether the lines have filled in something of the header. */
        filled: z.boolean(),
      }),
    }),
    linesTemplate: route({
      name: `${name}.linesTemplate`,
      summary: `An empty workbook with the columns of the lines of a document (${many.en}).`,
      method: 'GET',
      path: `${path}/linesTemplate`,
      access: { right: rightOf(kind.resource, 'update') },
      query: z.object({ id: z.uuid(), language }),
    }),
    importLines: route({
      name: `${name}.importLines`,
      summary: `Add the lines of an xlsx or csv file (multipart part "file") to a draft: all of them, or none and what is wrong with which cell (${many.en}).`,
      method: 'POST',
      path: `${path}/importLines`,
      access: { right: rightOf(kind.resource, 'update') },
      query: z.object({
        id: z.uuid(),
        language,
        /** Also where the same content was added before. */
        again: z.literal('true').optional(),
      }),
      reply: z.object({
        added: z.number().int(),
        /** Wrong cells of the whole file, and the first of them; nothing is added while there are any. */
        wrongCells: z.number().int(),
        wrong: z.array(z.object({ row: z.number().int(), column: z.string(), message: z.string() })),
        /** Heads of columns that lines of this document do not have. */
        unknownColumns: z.array(z.string()),
        /** The same content is in this document already, and nothing is added: when, by whom (epoch ms), how many lines. */
        before: z.object({ at: z.number(), by: z.string().nullable(), lines: z.number().int() }).nullable(),
      }),
    }),
    check: route({
      name: `${name}.check`,
      summary: `What would refuse a document, or only the lines with these keys, if it were posted now; nothing is written (${many.en}).`,
      method: 'POST',
      path: `${path}/check`,
      access: { right: rightOf(kind.resource, 'update') },
      body: z.object({ id: z.uuid(), keys: z.array(lineKey).min(1).max(MAX_LINES_AT_ONCE).optional() }),
      reply: z.object({
        problems: z.array(finding),
        /** What would have to be confirmed; known once nothing refuses it. */
        warnings: z.array(finding),
      }),
    }),
  };
}
