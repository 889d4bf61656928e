import type * as contract from '@voltloop/contract';
import type { QueryOf } from '@voltloop/contract';
import { optionLabel } from '@voltloop/domain/options/index.ts';
import { provinceName } from '@voltloop/domain/regions/provinces.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.ts';
import type { TableCell } from '../../../platform/table-export.ts';
import { findFlows } from './find-flows.ts';
import { findPunctuality } from './find-punctuality.ts';
import { findSales } from './find-sales.ts';
import { findStockStatistics } from './find-stock.ts';
import { findWorks } from './find-works.ts';

type Query = QueryOf<typeof contract.exportStatistics>;
type Language = Query['language'];

/** A table of the statistics in a file. */
export interface StatisticsTable {
  name: string;
  header: readonly string[];
  rows: readonly (readonly TableCell[])[];
}

/** A decimal as a number cell, so that a spreadsheet can sum it. */
const n = (decimal: string): number => Number(decimal);

const words = {
  en: {
    unknown: '(unknown)',
    reject: 'X (reject)',
    stock: {
      name: 'Stock',
      header: [
        'By',
        'Pieces',
        'Mass (kg)',
        'This month',
        '1–2 months',
        '3–5 months',
        '6–11 months',
        '12 months and more',
      ],
    },
    flows: {
      name: 'In and out',
      header: ['Day', 'In: pieces', 'In (kg)', 'Out: pieces', 'Out (kg)', 'Stock (kg)'],
    },
    works: { name: 'Production and recycling', header: ['Kind', 'Used (kg)', 'Made: pieces', 'Made (kg)'] },
    sales: { name: 'Sales', header: ['Day', 'Pieces', 'Mass (kg)', 'Money'] },
    reporting: { name: 'Reporting', header: ['Day', 'In time', 'Late', 'Overdue', 'Waiting'] },
  },
  zh: {
    unknown: '（未填写）',
    reject: 'X（不合格）',
    stock: {
      name: '库存统计',
      header: ['分组', '件数', '重量(kg)', '本月入库在库', '1–2个月', '3–5个月', '6–11个月', '12个月以上'],
    },
    flows: {
      name: '出入库统计',
      header: ['日期', '入库件数', '入库重量(kg)', '出库件数', '出库重量(kg)', '期末库存(kg)'],
    },
    works: { name: '生产与再生统计', header: ['类别', '投入(kg)', '产出件数', '产出(kg)'] },
    sales: { name: '销售统计', header: ['日期', '件数', '重量(kg)', '金额'] },
    reporting: { name: '上报统计', header: ['日期', '按期', '逾期上报', '逾期未上报', '待上报'] },
  },
} as const;

/** The name of a group of stock. */
function groupName(by: Query['by'], { key, name }: { key: string; name: string | null }, language: Language) {
  if (name !== null) return name;
  const option = (list: 'chemistry' | 'stockCondition') => optionLabel(list, key, language);
  const names = {
    chemistry: () => option('chemistry'),
    condition: () => option('stockCondition'),
    region: () => provinceName(key, language),
    grade: () => (key === 'X' ? words[language].reject : key),
    month: () => key,
  } as Partial<Record<Query['by'], () => string | null>>;
  return (key !== '' && names[by]?.()) || words[language].unknown;
}

/** @throws validation */
export async function tableOf(
  db: Db,
  ctx: Ctx,
  { table, by, format: _, language, ...query }: Query,
): Promise<StatisticsTable> {
  const of = words[language][table];
  const rows = async (): Promise<TableCell[][]> => {
    switch (table) {
      case 'stock': {
        const { groups } = await findStockStatistics(db, ctx, { ...query, day: query.to, by });
        return groups.map((group) => [
          groupName(by, group, language),
          group.pieces,
          n(group.kg),
          ...(group.ages ?? []).map(n),
        ]);
      }
      case 'flows': {
        const { list } = await findFlows(db, ctx, query);
        return list.map((each) => [
          { day: each.day },
          each.inPieces,
          n(each.inKg),
          each.outPieces,
          n(each.outKg),
          n(each.stockKg),
        ]);
      }
      case 'works': {
        const { steps } = await findWorks(db, ctx, query);
        return steps.map((each) => [each.words[language], n(each.usedKg), each.madePieces, n(each.madeKg)]);
      }
      case 'sales': {
        const { list } = await findSales(db, ctx, query);
        return list.map((each) => [{ day: each.day }, each.pieces, n(each.kg), n(each.money)]);
      }
      case 'reporting': {
        const { list } = await findPunctuality(db, ctx, query);
        return list.map((each) => [{ day: each.day }, each.onTime, each.late, each.overdue, each.waiting]);
      }
    }
  };
  return { ...of, rows: await rows() };
}
