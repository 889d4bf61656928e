import { optionLabel } from '@voltloop/domain/options/index.ts';
import { type Field, fieldOf, type Resource } from '@voltloop/resource-kit';
import { CHINA } from '@voltloop/resources/days.ts';
import type { FastifyReply } from 'fastify';
import { audit } from '../../../../platform/audit.ts';
import type { Ctx } from '../../../../platform/ctx.ts';
import { fieldError } from '../../../../platform/errors.ts';
import { sendTable, type TableCell } from '../../../../platform/table-export.ts';
import type { Row } from './columns.ts';
import type { Core } from './core.ts';
import type { Choice } from './filters.ts';
import { isMasked, masked } from './mask.ts';
import { eachRow } from './store-list.ts';

export interface Export extends Choice {
  format: 'csv' | 'xlsx';
  /** Fields in the order of their columns. */
  columns: readonly string[];
  ids?: readonly string[];
  language: 'en' | 'zh';
}

interface Column {
  header: string;
  cellOf: (row: Row) => TableCell;
}

const unitOfRow = (field: Field) => (field.kind === 'integer' ? field.unitOfRow : undefined);

/** Streams the matching rows as a file; personal data as in the list. @throws validation */
export async function exportRows(
  core: Core,
  ctx: Ctx,
  resource: Resource,
  input: Export,
  reply: FastifyReply,
) {
  const { db } = core.services;
  const fields = input.columns.map((name) => {
    const field = fieldOf(resource, name);
    if (!field) throw fieldError('query.columns', 'resource.noField', `There is no field ${name}`);
    return { name, field };
  });
  const { language } = input;
  const columns = fields.flatMap(({ name, field }, place): Column[] => {
    const label = field.label[language];
    const value = {
      header: 'unit' in field && field.unit ? `${label} (${field.unit})` : label,
      cellOf: (row: Row) => cellOf(field, name, row, language),
    };
    const unit = unitOfRow(field);
    // One column for all quantities in this unit.
    if (!unit || fields.slice(place + 1).some((later) => unitOfRow(later.field) === unit)) return [value];
    const unitOf = (row: Row) => optionLabel(unit.list, unit.of(row), language);
    return [value, { header: unit.label[language], cellOf: unitOf }];
  });
  const maskPersonal = isMasked(ctx, resource);
  const rows = eachRow(db, core.registry, resource, ctx.caller.tenantId, { ...input, maskPersonal });
  await db.transaction().execute((trx) =>
    audit(trx, ctx, {
      action: `${resource.name}.export`,
      objectType: resource.name,
      details: { format: input.format, columns: input.columns },
    }),
  );
  async function* cells(): AsyncGenerator<TableCell[]> {
    for await (const stored of rows) {
      const row = maskPersonal ? masked(resource, stored) : stored;
      yield columns.map((column) => column.cellOf(row));
    }
  }
  return sendTable(reply, {
    format: input.format,
    name: resource.many[input.language],
    header: columns.map(({ header }) => header),
    rows: cells(),
  });
}

/** A value in readable form: names instead of ids and codes. */
function cellOf(field: Field, name: string, row: Row, language: 'en' | 'zh'): TableCell {
  const value = row[name];
  if (field.kind === 'time') return { time_ms: (value as number | null | undefined) ?? null, zone: CHINA };
  if (value === null || value === undefined) return null;
  switch (field.kind) {
    case 'option':
      return optionLabel(field.list, value, language);
    case 'reference':
      return row.titles[name] ?? String(value);
    case 'date':
      return { day: String(value) };
    case 'decimal':
    case 'integer':
      return Number(value);
    case 'files':
    case 'lines':
      return (value as unknown[]).length;
    default:
      return String(value);
  }
}
