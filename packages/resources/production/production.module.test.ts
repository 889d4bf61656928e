import { describeDocument } from '../../../apps/server/testing/describe-document.ts';
import { chinaDay } from '../days.ts';
import { productionKind } from './production.resource.ts';

const today = chinaDay(new Date());

describeDocument(productionKind, {
  row: async (n, make) => ({
    day: today,
    productType: 2,
    categoryId: await make('deviceCategory', {
      categoryName: `梯次模块 ${n}`,
      categoryCode: String(n).padStart(2, '0'),
      productType: 2,
    }),
    planned: 5,
    storeId: await make('store', { code: `S${n}`, name: `仓库 ${n}`, kind: 4 }),
    toStoreId: await make('store', { code: `F${n}`, name: `成品库 ${n}`, kind: 6 }),
    enterpriseId: await make('enterprise', {
      name: `梯次企业 ${n}`,
      kind: 5,
      duns: String(100_000_000 + n),
      contact: '王小明',
      phone: '13800138000',
      region: '440305',
      address: '科技园路1号',
    }),
    cascadeType: 2,
    echelonUseType: '1',
    targetStandard: 'GB/T 36276',
    operator: '李工',
    steps: [{ step: 'weld', day: today, operator: '李工', people: 2, hours: '3.5' }],
    remark: 'note',
  }),
  change: { field: 'operator', to: '陈工' },
  wrong: [
    ['day', '2026-02-30', 'check.date'],
    ['storeId', crypto.randomUUID(), 'resource.noReference'],
    ['cascadeType', 1, 'rule.production.cascadeType'],
    ['planned', 0, 'validation.too_small'],
  ],
});
