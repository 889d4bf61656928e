import { type DocumentKind, defineDocument, documentLife, reference } from '@voltloop/resource-kit';
import { named } from '../names.ts';

/** Goods that were in a store before the ledger began (decision 31). */
export const opening = defineDocument({
  ...named('opening'),
  path: '/opening',
  table: 'openings',
  fields: {
    storeId: reference('Store', '仓库', 'store', { required: true }),
  },
  list: {
    columns: ['no', 'day', 'storeId', 'kg', 'pieces', 'status'],
    search: ['no', 'remark'],
  },
  form: [{ title: { en: 'Opening stock', zh: '基本信息' }, fields: ['no', 'day', 'storeId'] }],
  life: documentLife('another'),
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
