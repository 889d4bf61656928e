import type { Examples } from '@voltloop/resource-kit';
import { chinaDay } from '../days.ts';

const today = chinaDay(new Date());

export const scrapExamples: Examples = {
  row: async (n, make) => ({
    preset: 'coded',
    day: today,
    storeId: await make('store'),
    reason: '外壳破损',
    pictures: [],
    remark: `备注 ${n}`,
  }),
  change: { field: 'reason', to: '绝缘不合格' },
  wrong: [
    ['preset', 'gift', 'validation.invalid_value'],
    ['day', '2026-02-30', 'check.date'],
    ['storeId', crypto.randomUUID(), 'resource.noReference'],
    ['reason', '', 'resource.required'],
    ['reason', 'x'.repeat(201), 'validation.too_big'],
  ],
};
