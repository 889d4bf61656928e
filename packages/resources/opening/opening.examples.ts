import type { Examples } from '@voltloop/resource-kit';
import { chinaDay } from '../days.ts';

const today = chinaDay(new Date());

export const openingExamples: Examples = {
  row: async (n, make) => ({
    day: today,
    storeId: await make('store'),
    remark: `备注 ${n}`,
  }),
  change: { field: 'remark', to: '补录' },
  wrong: [
    ['day', '2026-02-30', 'check.date'],
    ['storeId', crypto.randomUUID(), 'resource.noReference'],
    ['remark', 'x'.repeat(501), 'validation.too_big'],
  ],
};
