import type { Examples } from '@voltloop/resource-kit';
import { chinaDay } from '../days.ts';

const today = chinaDay(new Date());

export const correctionExamples: Examples = {
  row: async (n, make) => ({
    preset: 'mass',
    day: today,
    storeId: await make('store'),
    reason: '复磅',
    remark: `备注 ${n}`,
  }),
  change: { field: 'reason', to: '录入错误' },
  wrong: [
    ['preset', 'gift', 'validation.invalid_value'],
    ['day', '2026-02-30', 'check.date'],
    ['storeId', crypto.randomUUID(), 'resource.noReference'],
    ['reason', '', 'resource.required'],
  ],
};
