import { route } from '@voltloop/contract/route.ts';
import { z } from 'zod';
import { cached } from './cached.ts';
import type { DocumentKind, LineColumn } from './document.ts';
import { decimal, integer, type LineField, option, text } from './fields.ts';
import { rightOf } from './rights.ts';
import { inputOf, outputOf } from './values.ts';

/** Maximum lines that one request may save. */
export const MAX_LINES_AT_ONCE = 1000;
/** Maximum lines of a document. */
export const MAX_LINES = 5000;

/** The fields of a line, by column; used by the grid and by the check of lines. */
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
/** All fields that a line may have. */
export const lineFields: Readonly<Record<string, LineField>> = Object.assign(
  {},
  ...Object.values(columnFields),
);

/** The fields of the lines of a kind, in column order. */
export const lineFieldsOf = ({
  columns,
}: Pick<DocumentKind, 'columns'>): Readonly<Record<string, LineField>> =>
  Object.assign({}, ...columns.map((column) => columnFields[column]));

/** A saved line; the client that adds it assigns `clientKey`, which makes adding idempotent. */
const lineKey = z.string().regex(/^[\w-]{1,40}$/);

/** A problem or warning, at a header field or at `lines.<client key>.<field>`. */
const finding = z.object({
  path: z.string(),
  key: z.string(),
  message: z.string(),
  /** A rule that the caller may override with a reason. */
  overrides: z.literal(true).optional(),
});

/** The part of a line that a save may send: its key and the fields that are entered. */
export function lineInput<Line extends { clientKey: string }>(kind: DocumentKind, line: Line): Line {
  const fields = lineFieldsOf(kind);
  const entered = Object.entries(line).filter(
    ([name]) => name === 'clientKey' || (fields[name] && !fields[name].server),
  );
  return Object.fromEntries(entered) as Line;
}

/** Calls of a document kind, in addition to those of its header. */
export const documentCalls = cached(makeCalls);

function makeCalls(kind: DocumentKind) {
  const { name, path, many } = kind.resource;
  const fields = Object.entries(lineFieldsOf(kind));
  const used = Object.values(kind.presets).flatMap(({ words, arrives }) => (arrives ? [words.en] : []));
  const arriving =
    used.length > 0
      ? ` Batteries of lines without a condition are in test when they are posted (${used.join(', ')}).`
      : '';
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
    /** Its battery or lot, if known: page `/backoffice/stock/item/:id`. */
    itemId: z.string().nullable(),
    /** The mass that counts: that of the line, else the booked or known mass of its battery. */
    mass: z.string().nullable(),
    ...Object.fromEntries(fields.map(([field, declared]) => [field, outputOf(declared)])),
  });
  const language = z.enum(['en', 'zh']).default('zh');
  const totals = { count: z.number().int(), pieces: z.number().int(), kg: z.string() };
  const other = z.object({ id: z.uuid(), no: z.string().nullable() }).nullable();
  return {
    course: route({
      name: `${name}.course`,
      summary: `The history of a document: its steps with person and time, and the documents that void it or that it voids (${many.en}).`,
      method: 'GET',
      path: `${path}/course`,
      access: { right: rightOf(kind.resource) },
      query: z.object({ id: z.uuid() }),
      reply: z.object({
        /** `insert` and the steps of its life cycle, oldest first. */
        events: z.array(
          z.object({
            step: z.string(),
            /** Epoch ms. */
            time: z.number(),
            by: z.string().nullable(),
            reason: z.string().nullable(),
          }),
        ),
        /** The warnings confirmed when it was posted. */
        confirmed: z.array(
          z.object({
            path: z.string(),
            key: z.string(),
            /** Epoch ms. */
            time: z.number(),
            by: z.string().nullable(),
            /** The reason for overriding a rule. */
            reason: z.string().nullable(),
          }),
        ),
        /** The document that this one reverses. */
        voids: other,
        /** The document that reverses this one. */
        voidedBy: other,
        /** Whether the caller submitted it: another person approves. */
        own: z.boolean(),
      }),
    }),
    lines: route({
      name: `${name}.lines`,
      summary: `Lines of a document in order (${many.en}).`,
      method: 'GET',
      path: `${path}/lines`,
      access: { right: rightOf(kind.resource) },
      query: z.object({ id: z.uuid() }),
      reply: z.object({ list: z.array(line), ...totals }),
    }),
    saveLines: route({
      name: `${name}.saveLines`,
      summary: `Add, change and remove lines of a draft by their keys; allows concurrent editing (${many.en}).${arriving}`,
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
        /** Whether header fields were filled in from the lines. */
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
      summary: `Add the lines of an xlsx or csv file (multipart part "file") to a draft: all of them, or none with the invalid cells (${many.en}).`,
      method: 'POST',
      path: `${path}/importLines`,
      access: { right: rightOf(kind.resource, 'update') },
      query: z.object({
        id: z.uuid(),
        language,
        /** Add the lines even if the same content was added before. */
        again: z.literal('true').optional(),
      }),
      reply: z.object({
        added: z.number().int(),
        /** Number of invalid cells of the whole file, and the first of them; nothing is added while there are any. */
        wrongCells: z.number().int(),
        wrong: z.array(z.object({ row: z.number().int(), column: z.string(), message: z.string() })),
        /** Column headings that lines of this document do not have. */
        unknownColumns: z.array(z.string()),
        /**
         * Set if the document already contains the same content, and nothing is added: time (epoch ms), person and
         * number of lines.
         */
        before: z.object({ at: z.number(), by: z.string().nullable(), lines: z.number().int() }).nullable(),
      }),
    }),
    check: route({
      name: `${name}.check`,
      summary: `Problems that prevent posting a document, or only the lines with these keys, now; nothing is written (${many.en}).`,
      method: 'POST',
      path: `${path}/check`,
      access: { right: rightOf(kind.resource, 'update') },
      body: z.object({ id: z.uuid(), keys: z.array(lineKey).min(1).max(MAX_LINES_AT_ONCE).optional() }),
      reply: z.object({
        problems: z.array(finding),
        /** The warnings to confirm; present once no problem is left. */
        warnings: z.array(finding),
        /** Whether every requested line was checked, so that one without a problem has none. */
        linesChecked: z.boolean(),
      }),
    }),
  };
}
