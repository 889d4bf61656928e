import { type DocumentKind, defineDocument, documentLife, option, reference } from '@voltloop/resource-kit';
import { named } from '../names.ts';

/** Changes the condition of goods in place: on hold, in test, available again. */
export const conditionChange = defineDocument({
  ...named('conditionChange'),
  path: '/conditionChange',
  table: 'condition_changes',
  preset: option('Kind', '变更类型', 'conditionChangeKind', { required: true }),
  fields: {
    storeId: reference('Store', '仓库', 'store', { required: true }),
  },
  list: {
    columns: ['no', 'preset', 'day', 'storeId', 'kg', 'pieces', 'status'],
    search: ['no', 'remark'],
  },
  form: [{ title: { en: 'Condition change', zh: '基本信息' }, fields: ['no', 'preset', 'day', 'storeId'] }],
  life: documentLife('none'),
});

const inStore = { from: { at: 'store', field: 'storeId' }, to: { at: 'same' } } as const;

export const conditionChangeKind: DocumentKind = {
  resource: conditionChange,
  prefix: 'ZT',
  approval: 'none',
  columns: ['code', 'lot', 'kg', 'remark'],
  presets: {
    hold: {
      words: { en: 'Put on hold', zh: '隔离' },
      ...inStore,
      conditions: ['available', 'test'],
      becomes: 'hold',
    },
    release: {
      words: { en: 'Release from hold', zh: '解除隔离' },
      ...inStore,
      conditions: ['hold'],
      becomes: 'available',
    },
    toTest: {
      words: { en: 'Send to test', zh: '送检' },
      ...inStore,
      conditions: ['available', 'hold'],
      becomes: 'test',
    },
    fromTest: {
      words: { en: 'Test finished', zh: '检测完成' },
      ...inStore,
      conditions: ['test'],
      becomes: 'available',
    },
    remove: {
      words: { en: 'Remove from pack or module', zh: '拆出' },
      from: { at: 'inside', field: 'storeId' },
      to: { at: 'same' },
      goods: 'coded',
    },
  },
};
