import { describeResource } from '../../../apps/server/testing/describe-resource.ts';
import { passportModel } from './passport-model.resource.ts';

describeResource(passportModel, {
  row: async (n, make) => ({
    name: `储能护照 ${n}`,
    categoryId: await make('deviceCategory', {
      categoryName: `类别 ${n}`,
      categoryCode: String(n).padStart(2, '0'),
      productType: 1,
    }),
    euCategory: 'stationary',
    gtin: '09506000134352',
    remark: `备注 ${n}`,
  }),
  change: { field: 'name', to: '新名称' },
  wrong: [
    ['name', 'x'.repeat(101), 'validation.too_big'],
    ['categoryId', crypto.randomUUID(), 'resource.noReference'],
    ['euCategory', 'portable', 'validation.invalid_value'],
    ['gtin', '09506000134353', 'check.gtin'],
    ['operatorId', crypto.randomUUID(), 'resource.noReference'],
    ['remark', 'x'.repeat(501), 'validation.too_big'],
  ],
});
