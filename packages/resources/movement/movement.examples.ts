import type { Examples } from '@voltloop/resource-kit';
import { chinaDay } from '../days.ts';

const today = chinaDay(new Date());

export const movementExamples: Examples = {
  row: async (n, make) => ({
    preset: 'transfer',
    day: today,
    storeId: await make('store'),
    toStoreId: await make('store', { kind: 4 }),
    plate: '闽D12345',
    remark: `备注 ${n}`,
  }),
  change: { field: 'remark', to: 'moved' },
  wrong: [
    ['preset', 'gift', 'validation.invalid_value'],
    ['day', '2026-02-30', 'check.date'],
    ['storeId', crypto.randomUUID(), 'resource.noReference'],
    ['toStoreId', crypto.randomUUID(), 'resource.noReference'],
  ],
};
