import { optionLabel } from '@voltloop/contract/options/index.ts';
import { type Field, type Resource, rightOf, type Words } from '@voltloop/resource-kit';
import type { FastifyReply } from 'fastify';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import { fieldError } from '../../../platform/errors.ts';
import { sendTable, type TableCell } from '../../../platform/table-export.ts';
import type { Row } from './columns.ts';
import type { Core } from './core.ts';
import type { Choice } from './filters.ts';
import { masked } from './mask.ts';
import { eachRow } from './store.ts';

export interface Export extends Choice {
  format: 'csv' | 'xlsx';
  /** Fields in the order of their columns. */
  columns: readonly string[];
  ids?: readonly string[];
  language: 'en' | 'zh';
}

const common: Record<string, Words> = {
  createTime: { en: 'Created', zh: '创建时间' },
  updateTime: { en: 'Changed', zh: '更新时间' },
  createUser: { en: 'Created by', zh: '创建人' },
};

/** The rows of a choice as a file, made while it is sent; personal data as in the list. @throws validation */
export async function exportRows(
  core: Core,
  ctx: Ctx,
  resource: Resource,
  input: Export,
  reply: FastifyReply,
) {
  const { db } = core.services;
  const header = input.columns.map((name) => {
    const words = resource.fields[name]?.label ?? common[name];
    if (!words) throw fieldError('query.columns', 'resource.noField', `There is no field ${name}`);
    return words[input.language];
  });
  await db.transaction().execute((trx) =>
    audit(trx, ctx, {
      action: `${resource.name}.export`,
      objectType: resource.name,
      details: { format: input.format, columns: input.columns },
    }),
  );
  const whole = ctx.caller.rights.has(rightOf(resource, 'personal'));
  const rows = eachRow(db, core.registry, resource, ctx.caller.tenantId, input);
  async function* cells(): AsyncGenerator<TableCell[]> {
    for await (const stored of rows) {
      const row = whole ? stored : masked(resource, stored);
      yield input.columns.map((name) => cellOf(resource.fields[name], name, row, input.language));
    }
  }
  return sendTable(reply, {
    format: input.format,
    name: resource.many[input.language],
    header,
    rows: cells(),
  });
}

/** A value as people read it: names instead of ids and codes. */
function cellOf(field: Field | undefined, name: string, row: Row, language: 'en' | 'zh'): TableCell {
  const value = row[name];
  if (value === null || value === undefined) return null;
  if (!field) {
    return typeof value === 'number' ? { time_ms: value, zone: ZONE } : String(value);
  }
  switch (field.kind) {
    case 'option':
      return optionLabel(field.list, value, language);
    case 'reference':
      return row.titles[name] ?? String(value);
    case 'time':
      return { time_ms: value as number, zone: ZONE };
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

/** The back office is a Chinese business; its papers carry China's time. */
const ZONE = 'Asia/Shanghai';
