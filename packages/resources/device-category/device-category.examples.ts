import type { Examples } from '@voltloop/resource-kit';

export const deviceCategoryExamples: Examples = {
  row: (n) => ({
    categoryName: `第${n}类电池包 Pack ${n}`,
    categoryCode: n.toString(36).toUpperCase().padStart(2, '0'),
    productType: 1,
    chemistry: 'B',
    capacity: '150.5',
    voltage: '345.6',
    weight: '512.125',
    remark: 'note',
  }),
  change: { field: 'categoryName', to: '新类别' },
  wrong: [
    ['categoryName', 'x'.repeat(101), 'validation.too_big'],
    ['categoryCode', 'A', 'check.categoryCode'],
    ['categoryCode', 'A-', 'check.categoryCode'],
    ['categoryCode', 'a1', 'check.categoryCode'],
    ['categoryCode', 'ABC', 'validation.too_big'],
    ['productType', 4, 'validation.invalid_value'],
    ['productType', 0, 'validation.invalid_value'],
    ['chemistry', 'Y', 'validation.invalid_value'],
    ['capacity', '-1', 'validation.too_small'],
    ['capacity', '1e9', 'check.decimal'],
    ['weight', '1.2345', 'check.decimals'],
  ],
};
