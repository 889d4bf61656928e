import {
  type DocumentKind,
  defineDocument,
  documentLife,
  option,
  reference,
  text,
} from '@voltloop/resource-kit';
import { named } from '../names.ts';

const store = { at: 'store', field: 'storeId' } as const;

/** Corrects the ledger: a mass, a code, missing goods that were found. */
export const correction = defineDocument({
  ...named('correction'),
  path: '/correction',
  table: 'corrections',
  preset: option('Kind', '更正类型', 'correctionKind', { required: true }),
  fields: {
    storeId: reference('Store', '仓库', 'store', {
      required: true,
      when: { field: 'preset', is: ['mass', 'found'] },
    }),
    reason: text('Reason', '更正原因', { max: 200, required: true, long: true }),
  },
  list: {
    columns: ['no', 'preset', 'day', 'storeId', 'reason', 'kg', 'pieces', 'status'],
    search: ['no', 'reason', 'remark'],
  },
  form: [
    {
      title: { en: 'Correction', zh: '基本信息' },
      fields: ['no', 'preset', 'day', 'storeId', 'reason'],
    },
  ],
  life: documentLife('another'),
});

export const correctionKind: DocumentKind = {
  resource: correction,
  prefix: 'GZ',
  approval: 'another',
  columns: ['code', 'newCode', 'lot', 'kg', 'location', 'remark'],
  presets: {
    mass: {
      words: { en: 'Booked mass', zh: '重量更正' },
      from: store,
      to: { at: 'same' },
      does: 'mass',
      columns: ['code', 'lot', 'kg', 'location', 'remark'],
    },
    code: {
      words: { en: 'Battery code', zh: '编码更正' },
      from: { at: 'same' },
      to: { at: 'same' },
      does: 'code',
      goods: 'coded',
      columns: ['code', 'newCode', 'remark'],
    },
    found: {
      words: { en: 'Missing goods found', zh: '盘亏找回' },
      from: { at: 'difference' },
      to: store,
      columns: ['code', 'lot', 'kg', 'location', 'remark'],
    },
  },
};
