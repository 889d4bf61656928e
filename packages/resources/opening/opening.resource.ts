import {
  type DocumentKind,
  defineResource,
  documentFields,
  documentLife,
  reference,
} from '@voltloop/resource-kit';
import { named } from '../names.ts';

const { no, day, status, pieces, kg, postedAt, remark } = documentFields;

/** Goods that were in a store before the ledger began (decision 31). */
export const opening = defineResource({
  ...named('opening'),
  path: '/opening',
  table: 'openings',
  title: 'no',
  untitled: true,
  fields: {
    no,
    day,
    status,
    storeId: reference('Store', '仓库', 'store', { required: true }),
    pieces,
    kg,
    postedAt,
    remark,
  },
  list: {
    columns: ['no', 'day', 'storeId', 'kg', 'pieces', 'status'],
    sort: { field: 'createTime', desc: true },
    search: ['no', 'remark'],
  },
  form: [
    { title: { en: 'Opening stock', zh: '基本信息' }, fields: ['no', 'day', 'storeId'] },
    { title: { en: 'Totals and remark', zh: '合计与备注' }, fields: ['pieces', 'kg', 'postedAt', 'remark'] },
  ],
  life: documentLife('another'),
  without: ['import'],
});

export const openingKind: DocumentKind = {
  resource: opening,
  prefix: 'QC',
  approval: 'another',
  columns: ['code', 'lot', 'pieces', 'kg', 'location', 'condition', 'remark'],
  presets: {
    opening: {
      words: { en: 'Opening stock', zh: '期初库存' },
      from: { at: 'opening' },
      to: { at: 'store', field: 'storeId' },
      makesBatteries: true,
    },
  },
};
