import {
  type DocumentKind,
  defineResource,
  documentFields,
  documentLife,
  reference,
} from '@voltloop/resource-kit';
import { named } from '../names.ts';

const { no, day, status, pieces, kg, postedAt, remark } = documentFields;

/** Goods that go from one location to another, in a store or between stores (flows, section 2). */
export const movement = defineResource({
  ...named('movement'),
  path: '/movement',
  table: 'movements',
  title: 'no',
  untitled: true,
  fields: {
    no,
    day,
    status,
    storeId: reference('From store', '移出仓库', 'store', { required: true }),
    toStoreId: reference('To store', '移入仓库', 'store', { required: true }),
    pieces,
    kg,
    postedAt,
    remark,
  },
  list: {
    columns: ['no', 'day', 'storeId', 'toStoreId', 'pieces', 'kg', 'status'],
    sort: { field: 'createTime', desc: true },
    search: ['no', 'remark'],
  },
  form: [
    { title: { en: 'Move', zh: '基本信息' }, fields: ['no', 'day', 'storeId', 'toStoreId'] },
    { title: { en: 'Totals and remark', zh: '合计与备注' }, fields: ['pieces', 'kg', 'postedAt', 'remark'] },
  ],
  life: documentLife('none'),
  without: ['import'],
});

export const movementKind: DocumentKind = {
  resource: movement,
  prefix: 'YK',
  approval: 'none',
  columns: ['code', 'lot', 'kg', 'location', 'remark'],
  presets: {
    move: {
      words: { en: 'Move', zh: '移库' },
      from: { at: 'store', field: 'storeId' },
      to: { at: 'store', field: 'toStoreId' },
    },
  },
};
