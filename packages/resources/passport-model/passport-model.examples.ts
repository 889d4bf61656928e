import type { Examples } from '@voltloop/resource-kit';

export const passportModelExamples: Examples = {
  row: async (n, make) => ({
    name: `储能护照 ${n}`,
    categoryId: await make('deviceCategory'),
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
};
