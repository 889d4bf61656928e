import type { Examples } from '@voltloop/resource-kit';
import { chinaDay } from '../days.ts';

const today = chinaDay(new Date());

export const productionExamples: Examples = {
  row: async (n, make) => ({
    day: today,
    productType: 2,
    categoryId: await make('deviceCategory', { productType: 2 }),
    planned: 5,
    storeId: await make('store', { kind: 4 }),
    toStoreId: await make('store', { kind: 6 }),
    enterpriseId: await make('enterprise', { kind: 5 }),
    cascadeType: 2,
    echelonUseType: '1',
    targetStandard: 'GB/T 36276',
    operator: '李工',
    steps: [{ step: 'weld', day: today, operator: '李工', people: 2, hours: '3.5' }],
    remark: `备注 ${n}`,
  }),
  change: { field: 'operator', to: '陈工' },
  wrong: [
    ['day', '2026-02-30', 'check.date'],
    ['storeId', crypto.randomUUID(), 'resource.noReference'],
    ['cascadeType', 1, 'rule.production.cascadeType'],
    ['planned', 0, 'validation.too_small'],
  ],
};
