import {
  type FileColumn,
  type FileColumnOf,
  fileColumnsOf,
  type List,
} from '@voltloop/contract/lists/define-list.ts';
import { isoDay } from '@voltloop/domain/clock/zone-time.ts';
import { type AuditEntry, audit } from './audit.ts';
import { checkTimeZone } from './check-time-zone.ts';
import type { Ctx } from './ctx.ts';
import type { Db } from './db.ts';
import { refuseLongSheet, type TableCell, type TableFile } from './table-export.ts';

interface ListExport<L extends List, Row> {
  /** As requested. `time_zone` is that of times without their own, and of the day in the file's name. */
  file: {
    format: TableFile['format'];
    language: 'en' | 'zh';
    time_zone: string;
    /** All by default, in the declared order. */
    columns?: readonly FileColumnOf<L>[];
  };
  /** The audit row; the format, columns and number of rows are added to its details. */
  audit: AuditEntry;
  /** Number of rows. */
  total: number;
  /** Read while the file is sent. */
  batches: AsyncIterable<readonly Row[]>;
  /** Cells that are more than the property that the list declares, by column of the file. */
  cells?: Partial<Record<FileColumnOf<L>, (row: Row) => TableCell>>;
}

/**
 * The file of a declared list: headings, values and order follow from its declaration. The export is audited.
 * @throws validation for an unknown zone, and for a workbook with more rows than spreadsheet programs open
 */
export async function exportList<L extends List, Row extends object>(
  db: Db,
  ctx: Ctx,
  list: L,
  { file, audit: entry, total, batches, cells = {} }: ListExport<L, Row>,
): Promise<TableFile> {
  const { format, language, time_zone } = file;
  checkTimeZone(time_zone, 'query.time_zone');
  refuseLongSheet(format, total);
  const declared = fileColumnsOf(list);
  const ids = file.columns ?? (Object.keys(declared) as FileColumnOf<L>[]);
  await db.transaction().execute((trx) =>
    audit(trx, ctx, {
      ...entry,
      details: { ...entry.details, format, ...(file.columns && { columns: [...ids] }), rows: total },
    }),
  );
  const columns = ids.map((id) => {
    const column = declared[id] as FileColumn;
    const label = column.label[language];
    const own: ((row: Row) => TableCell) | undefined = cells[id];
    return {
      header: column.kind === 'number' && column.unit ? `${label} (${column.unit})` : label,
      cellOf: own ?? ((row: Row) => cellOf(column, row, language, time_zone)),
    };
  });
  async function* rows(): AsyncGenerator<TableCell[]> {
    for await (const batch of batches)
      for (const row of batch) yield columns.map((column) => column.cellOf(row));
  }
  const name = list.file?.name[language] ?? list.name;
  return {
    format,
    name: `${name}_${isoDay(ctx.now.getTime(), time_zone)}`,
    sheet: name,
    header: columns.map(({ header }) => header),
    rows: rows(),
  };
}

/** The cell of a declared value. */
function cellOf(column: FileColumn, row: object, language: 'en' | 'zh', zone: string): TableCell {
  const value = propertyOf(row, column.field);
  if (column.kind === 'time') {
    const own = column.zone && propertyOf(row, column.zone);
    return {
      time_ms: (value as number | null | undefined) ?? null,
      zone: typeof own === 'string' ? own : zone,
    };
  }
  if (value === null || value === undefined) return null;
  switch (column.kind) {
    case 'choice':
      return column.values?.[String(value)]?.[language] ?? String(value);
    case 'number':
      return value as number;
    case 'day':
      return { day: String(value) };
    case 'texts':
      return (value as string[]).join(', ') || null;
    default:
      return String(value);
  }
}

/** A property of a row, `desc.name` for one inside. */
function propertyOf(row: object, field: string): unknown {
  let value: unknown = row;
  for (const name of field.split('.')) value = (value as Record<string, unknown> | null | undefined)?.[name];
  return value;
}
