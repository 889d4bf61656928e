import {
  columnOf,
  type DocumentKind,
  documentFields,
  exact,
  type LineField,
  lineFields,
  lineFieldsOf,
  MAX_LINES,
} from '@voltloop/resource-kit';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import { type Db, oneRow, type Trx } from '../../../platform/db.ts';
import { AppError, conflictError, fieldError } from '../../../platform/errors.ts';
import { type Core, isEditable, notEditable } from '../../records/resources/index.ts';
import { lockDocument } from './document.ts';
import { fillCustomer } from './fill-customer.ts';

/** A line as it is stored. */
export interface Line {
  id: string;
  clientKey: string;
  code: string | null;
  newCode: string | null;
  /** Code of the product that a component goes into. */
  product: string | null;
  /** The side of a recycling run that the line belongs to. */
  side: string | null;
  moisturePct: string | null;
  lotNo: string | null;
  material: string | null;
  chemistry: string | null;
  basis: string | null;
  pieces: number | null;
  kg: string | null;
  unitPrice: string | null;
  location: string | null;
  condition: string | null;
  remark: string | null;
  finding: string | null;
}

export interface Totals {
  count: number;
  pieces: number;
  kg: string;
}

/** Codes of the batteries of lines. */
export const codesOf = (lines: readonly Line[]): string[] => lines.flatMap(({ code }) => code ?? []);

/** Lines of a document in their order. */
export async function linesOf(db: Db | Trx, documentId: string): Promise<Line[]> {
  const values = Object.entries(lineFields).map(([name, { kind }]) => {
    const column = sql.ref(columnOf(name));
    return sql`${kind === 'decimal' ? sql`${column}::text` : column} as ${sql.ref(name)}`;
  });
  const { rows } = await sql<Line>`select id, client_key as "clientKey", ${sql.join(values)}
    from document_lines where document_id = ${documentId} order by place_in_list, id`.execute(db);
  return rows;
}

/** Masses of batteries as a document was posted with them; none before. A battery may weigh less later. */
export const postedMasses = (documentId: string): RawBuilder<unknown> =>
  sql`(select distinct on (line_id, item_id) line_id, item_id, kg from moves
    where document_id = ${documentId} order by line_id, item_id, seq)`;

interface LineItem {
  itemId: string | null;
  mass: string | null;
  /** Of a lot. */
  goods: Readonly<Record<(typeof goodsFields)[number], string>> | null;
}
const goodsFields = ['material', 'chemistry', 'basis'] as const;

/** The batteries and lots of lines with their masses, by client key. */
export async function itemsOf(db: Db, documentId: string): Promise<Map<string, LineItem>> {
  const { rows } = await sql<LineItem & { key: string }>`
    select l.client_key as key, coalesce(l.item_id, b.id, lot.id) as "itemId",
        trim_scale(coalesce(l.kg, m.kg, i.booked_kg, b.mass_kg))::text as mass,
        case when lot.id is not null
          then json_build_object('material', lot.material, 'chemistry', lot.chemistry, 'basis', lot.basis) end as goods
      from document_lines l
        left join batteries b on b.tenant_id = l.tenant_id and b.battery_code = l.code and b.deleted_at is null
        left join items i on i.id = b.id
        left join ${postedMasses(documentId)} m on m.line_id = l.id and m.item_id = b.id
        left join lots lot on lot.tenant_id = l.tenant_id and lot.lot_no = l.lot_no
      where l.document_id = ${documentId}`.execute(db);
  return new Map(rows.map(({ key, ...item }) => [key, item]));
}

/** Lines as the calls return them: the columns of their kind. */
export function shown(kind: DocumentKind, lines: readonly Line[]) {
  const fields = Object.entries(lineFieldsOf(kind));
  return lines.map((line) => {
    const values: Readonly<Record<string, unknown>> = { ...line };
    return {
      clientKey: line.clientKey,
      ...Object.fromEntries(
        fields.map(([name, field]) => [
          name,
          field.kind === 'decimal' ? plain(values[name]) : (values[name] ?? null),
        ]),
      ),
    };
  });
}

/** Pure: a line of a document that cannot be edited, with what its lot is where the line itself does not say so. */
export const withGoods = <L extends Readonly<Record<string, unknown>>>(
  line: L,
  goods: LineItem['goods'],
): L => ({
  ...line,
  ...Object.fromEntries(
    goodsFields.flatMap((name) => (goods && line[name] === null ? [[name, goods[name]]] : [])),
  ),
});

/** A decimal without the trailing zeros of its column's scale. */
const plain = (value: unknown) => exact(value)?.toFixed() ?? null;

interface Saved {
  id: string;
  lines: readonly ({ clientKey: string } & Record<string, unknown>)[];
  remove: readonly string[];
}

/**
 * Adds, changes and removes lines of an open document. Clients choose the keys of lines, so that a repeated request
 * changes nothing and two people can edit one draft.
 * @throws notFound, conflict once it is submitted, validation for a code that appears twice
 */
export async function saveLines(
  core: Core,
  ctx: Ctx,
  kind: DocumentKind,
  saved: Saved,
): Promise<Totals & { filled: boolean }> {
  const { tenantId } = ctx.caller;
  try {
    return await core.services.db.transaction().execute(async (trx) => {
      const document = await lockDocument(trx, tenantId, kind, saved.id);
      if (!isEditable(kind.resource, document))
        throw conflictError('id', notEditable.key, notEditable.message);
      if (saved.remove.length > 0)
        await sql`delete from document_lines
          where document_id = ${saved.id} and client_key = any(${[...saved.remove]}::text[])`.execute(trx);
      await upsert(trx, tenantId, { ...saved, lines: lastOf(saved.lines) });
      const totals = await totalsOf(trx, saved.id);
      if (totals.count > MAX_LINES)
        throw fieldError(
          'lines',
          `rule.document.tooManyLines?max=${MAX_LINES}`,
          `A document has at most ${MAX_LINES} lines`,
        );
      const max = documentFields.pieces.max;
      if (totals.pieces > max)
        throw fieldError(
          'lines',
          `rule.document.tooManyPieces?max=${max}`,
          `A document has at most ${max} pieces`,
        );
      await noteTotals(trx, saved.id, totals, ctx.now);
      return { ...totals, filled: await fillCustomer(trx, ctx, kind, document, saved.lines) };
    });
  } catch (error) {
    const { constraint, detail } = error as { constraint?: string; detail?: string };
    if (constraint !== 'document_lines_code') throw error;
    const code = /=\([^,]+, (.*)\) already exists/.exec(detail ?? '')?.[1] ?? '';
    const double = saved.lines.find((line) => line.code === code);
    throw new AppError('validation', {
      fields: [
        {
          path: `lines.${double?.clientKey ?? ''}.code`,
          key: 'rule.document.codeTwice',
          message: 'This code is in the document already',
        },
      ],
    });
  }
}

/** Each key once, with its last values. */
const lastOf = (lines: Saved['lines']): Saved['lines'] => [
  ...new Map(lines.map((line) => [line.clientKey, line])).values(),
];

const typeOf = ({ kind }: LineField): RawBuilder<unknown> => {
  if (kind === 'decimal') return sql`numeric`;
  return kind === 'integer' ? sql`int` : sql`text`;
};
const editable = Object.entries(lineFields).filter(([, { server }]) => !server);
const columns = editable.map(([name]) => sql.ref(columnOf(name)));

async function upsert(trx: Trx, tenantId: string, { id, lines }: Saved): Promise<void> {
  if (lines.length === 0) return;
  const given = sql`json_to_recordset(${JSON.stringify(lines.map((line, place) => ({ ...line, place })))}::json)
    as given("clientKey" text, place int, ${sql.join(editable.map(([name, field]) => sql`${sql.ref(name)} ${typeOf(field)}`))})`;
  // Codes swapped between lines are duplicates for a moment.
  await sql`update document_lines l set code = null from ${given}
    where l.document_id = ${id} and l.client_key = given."clientKey" and l.code is distinct from given.code
      and l.code is not null`.execute(trx);
  await sql`with last as (
      select coalesce(max(place_in_list), 0) as place from document_lines where document_id = ${id}
    )
    insert into document_lines (tenant_id, document_id, client_key, place_in_list, ${sql.join(columns)})
      select ${tenantId}::uuid, ${id}::uuid, given."clientKey", last.place + given.place + 1,
        ${sql.join(editable.map(([name]) => sql.ref(`given.${name}`)))}
      from ${given}, last
    on conflict (document_id, client_key) do update
      set (${sql.join(columns)}) = row(${sql.join(columns.map((column) => sql`excluded.${column}`))})`.execute(
    trx,
  );
}

/** Stores the item of each line, and the condition of its goods where the line states none. */
export async function noteItems(
  trx: Trx,
  items: readonly { lineId: string; itemId: string; condition?: string | undefined }[],
): Promise<void> {
  const rows = JSON.stringify(
    items.map(({ lineId, itemId, condition }) => ({ line: lineId, item: itemId, condition })),
  );
  await sql`update document_lines l set item_id = i.item, condition = coalesce(l.condition, i.condition)
    from json_to_recordset(${rows}::json) as i(line uuid, item uuid, condition text) where l.id = i.line`.execute(
    trx,
  );
}

/** Writes the totals of a draft into its header. */
export const noteTotals = (trx: Trx, id: string, { pieces, kg }: Totals, now: Date) =>
  sql`update documents set pieces = ${pieces}, kg = ${kg}::numeric, update_time = ${now}
    where id = ${id}`.execute(trx);

/** Output lines: of a run, and products of a production. */
const isMade = sql`(l.side = 'out' or (d.kind = 'production' and l.product is null and length(l.code) = 19
  and substr(l.code, 4, 1) = (array['P', 'M', 'C'])[d.product_type]))`;

/** Output and missing goods of a count are lines, but do not count in the totals of a document. */
const isCounted = sql`not coalesce(${isMade}, false) and not coalesce(l.code is not null and l.finding = 'missing', false)`;

/**
 * Totals of a document: a coded battery is one piece, with the mass of its line or its own. Productions and runs
 * count their input.
 */
export async function totalsOf(db: Db | Trx, documentId: string): Promise<Totals> {
  const { rows } = await sql<Omit<Totals, 'pieces'> & { pieces: string }>`
    select count(*)::int as count,
        coalesce(sum(case when l.code is null then l.pieces else 1 end) filter (where ${isCounted}), 0) as pieces,
        coalesce(sum(coalesce(l.kg, m.kg, i.booked_kg, b.mass_kg)) filter (where ${isCounted}), 0)::text as kg
      from document_lines l join documents d on d.id = l.document_id
        left join batteries b on b.tenant_id = l.tenant_id and b.battery_code = l.code and b.deleted_at is null
        left join items i on i.id = b.id
        left join ${postedMasses(documentId)} m on m.line_id = l.id and m.item_id = b.id
      where l.document_id = ${documentId}`.execute(db);
  const { count, pieces, kg } = oneRow({ rows });
  return { count, pieces: Number(pieces), kg: exact(kg)?.toFixed() ?? '0' };
}
