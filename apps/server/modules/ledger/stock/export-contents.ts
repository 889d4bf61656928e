import type * as contract from '@voltloop/contract';
import type { QueryOf, StockContent } from '@voltloop/contract';
import { optionLabel } from '@voltloop/domain/options/index.ts';
import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.ts';
import { notFound } from '../../../platform/errors.ts';
import { refuseLongSheet, sendTable, type TableCell } from '../../../platform/table-export.ts';
import { contentsOf, sumsOf } from './find-contents.ts';
import { storesOf } from './find-stores.ts';
import { requestedDay } from './stock-at.ts';

/** Rows per batch while the file is streamed. */
const AT_ONCE = 2000;

const texts = {
  en: {
    name: 'Stock',
    header: [
      'Location',
      'Code or lot',
      'Kind',
      'Battery type',
      'Condition',
      'Pieces',
      'Mass (kg)',
      'Since',
      'Days',
    ],
  },
  zh: {
    name: '库存台账',
    header: ['库位', '编码/批号', '类别', '电池类型', '库存状态', '件数', '重量(kg)', '入库日期', '库龄(天)'],
  },
} as const;

/** The filtered contents of a store as a file; the export is audited. @throws notFound, validation */
export async function exportContents(
  db: Db,
  ctx: Ctx,
  { format, language, ...filter }: QueryOf<typeof contract.exportStock>,
  reply: FastifyReply,
) {
  const requested = requestedDay(ctx.now, filter.day);
  const [store] = await storesOf(db, ctx, requested, sql`s.id = ${filter.id}`);
  if (!store) throw notFound();
  const { total } = await sumsOf(db, ctx, filter);
  refuseLongSheet(format, total);
  await db.transaction().execute((trx) =>
    audit(trx, ctx, {
      action: 'stock.export',
      objectType: 'store',
      objectId: store.id,
      details: { rows: total, format, ...filter, day: requested.day },
    }),
  );
  const label = (list: 'productType' | 'lotMaterial' | 'chemistry' | 'stockCondition', value: unknown) =>
    value === null ? null : optionLabel(list, value, language);
  const cells = (row: StockContent): TableCell[] => [
    row.location,
    row.code,
    row.kind === 'coded' ? label('productType', row.productType) : label('lotMaterial', row.material),
    label('chemistry', row.chemistry),
    label('stockCondition', row.condition),
    row.pieces,
    row.kg,
    row.since,
    row.age,
  ];
  async function* rows(): AsyncGenerator<TableCell[]> {
    for (let offset = 0; ; offset += AT_ONCE) {
      const batch = await contentsOf(db, ctx, filter, { offset, limit: AT_ONCE });
      for (const row of batch) yield cells(row);
      if (batch.length < AT_ONCE) return;
    }
  }
  const { name, header } = texts[language];
  return sendTable(reply, {
    format,
    name: `${name} ${store.name} ${requested.day}`,
    sheet: name,
    header,
    rows: rows(),
  });
}
