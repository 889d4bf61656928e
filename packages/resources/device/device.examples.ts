import type { Examples } from '@voltloop/resource-kit';

export const deviceExamples: Examples = {
  row: async (n, make) => ({
    categoryId: await make('deviceCategory'),
    siteId: await make('recycleSite'),
    remark: `备注 ${n}`,
  }),
  change: { field: 'remark', to: '移至二号仓' },
  wrong: [
    ['categoryId', '018f0000-0000-7000-8000-000000000001', 'resource.noReference'],
    ['siteId', 'x', 'validation.invalid_format'],
    ['remark', 'x'.repeat(501), 'validation.too_big'],
  ],
};
