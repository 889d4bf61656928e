import {
  type DocumentKind,
  decimal,
  defineResource,
  documentFields,
  documentLife,
  integer,
  reference,
  reversed,
  text,
} from '@voltloop/resource-kit';
import { named } from '../names.ts';

const { no, day, status, pieces, kg, postedAt, remark } = documentFields;
const found = { max: 100_000_000, server: true } as const;
const foundKg = { scale: 3, max: 10_000_000_000, unit: 'kg', server: true } as const;

/** Counts a store or one of its locations by scanning. Creating it begins the count. */
export const stockTake = defineResource({
  ...named('stockTake'),
  path: '/stockTake',
  table: 'stock_takes',
  title: 'no',
  untitled: true,
  fields: {
    no,
    day,
    status,
    storeId: reference('Store', '仓库', 'store', { required: true, fixed: true }),
    location: text('Location', '库位', {
      max: 30,
      code: true,
      fixed: true,
      hint: { en: 'Empty: the whole store', zh: '留空时盘点整个仓库' },
    }),
    pieces: { ...pieces, label: { en: 'Counted pieces', zh: '实盘件数' } },
    kg: { ...kg, label: { en: 'Counted mass', zh: '实盘重量' } },
    missing: integer('Missing pieces', '盘亏件数', found),
    missingKg: decimal('Missing mass', '盘亏重量', foundKg),
    surplus: integer('Surplus pieces', '盘盈件数', found),
    surplusKg: decimal('Surplus mass', '盘盈重量', foundKg),
    misplaced: integer('Pieces elsewhere', '位置不符件数', found),
    misplacedKg: decimal('Mass elsewhere', '位置不符重量', foundKg),
    postedAt,
    remark,
    reversesId: reversed('stockTake'),
  },
  list: {
    columns: [
      'no',
      'day',
      'storeId',
      'location',
      'pieces',
      'kg',
      'missing',
      'missingKg',
      'surplus',
      'surplusKg',
      'misplaced',
      'misplacedKg',
      'status',
    ],
    search: ['no', 'location', 'remark'],
  },
  form: [
    { title: { en: 'Stock-take', zh: '基本信息' }, fields: ['no', 'day', 'storeId', 'location'] },
    {
      title: { en: 'Result and remark', zh: '结果与备注' },
      fields: [
        'pieces',
        'kg',
        'missing',
        'missingKg',
        'surplus',
        'surplusKg',
        'misplaced',
        'misplacedKg',
        'postedAt',
        'remark',
      ],
    },
  ],
  life: documentLife('another'),
  without: ['import'],
});

export const stockTakeKind: DocumentKind = {
  resource: stockTake,
  prefix: 'PD',
  approval: 'another',
  columns: ['code', 'lot', 'kg', 'location', 'finding', 'remark'],
  presets: {
    count: {
      words: { en: 'Stock-take', zh: '盘点' },
      from: { at: 'store', field: 'storeId' },
      to: { at: 'difference' },
      does: 'count',
    },
  },
};
