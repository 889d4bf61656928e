import type { Examples } from '@voltloop/resource-kit';

export const assetExamples: Examples = {
  row: async (n, make) => ({
    assetNo: `ZC-2026-${String(n).padStart(5, '0')}`,
    name: `电池包 ${n}`,
    kind: 1,
    batteryId: await make('battery'),
    value: '12345.67',
    remark: 'note',
  }),
  change: { field: 'value', to: '9999.5' },
  wrong: [
    ['assetNo', 'X'.repeat(41), 'validation.too_big'],
    ['kind', 9, 'validation.invalid_value'],
    ['batteryId', '018f0000-0000-7000-8000-000000000001', 'resource.noReference'],
    ['value', '1.234', 'check.decimals'],
    ['value', '-1', 'validation.too_small'],
    ['value', '1e5', 'check.decimal'],
  ],
};
