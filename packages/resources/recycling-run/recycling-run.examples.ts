import type { Examples } from '@voltloop/resource-kit';
import { chinaDay } from '../days.ts';

const today = chinaDay(new Date());

export const recyclingRunExamples: Examples = {
  row: async (n, make) => ({
    preset: 'crush',
    day: today,
    processRoute: 'mechanical',
    storeId: await make('store', { kind: 4 }),
    toStoreId: await make('store', { kind: 7 }),
    operator: '李工',
    lossKg: '12.5',
    energyKwh: '310.25',
    remark: `备注 ${n}`,
  }),
  change: { field: 'operator', to: '陈工' },
  wrong: [
    ['preset', 'smelt', 'validation.invalid_value'],
    ['day', '2026-02-30', 'check.date'],
    ['toStoreId', crypto.randomUUID(), 'resource.noReference'],
    ['lossKg', '-1', 'validation.too_small'],
    ['lossKg', '1.0005', 'check.decimals'],
  ],
};
