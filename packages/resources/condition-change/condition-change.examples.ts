import type { Examples } from '@voltloop/resource-kit';
import { chinaDay } from '../days.ts';

const today = chinaDay(new Date());

export const conditionChangeExamples: Examples = {
  row: async (n, make) => ({
    preset: 'hold',
    day: today,
    storeId: await make('store'),
    remark: `备注 ${n}`,
  }),
  change: { field: 'remark', to: 'swollen' },
  wrong: [
    ['preset', 'scrap', 'validation.invalid_value'],
    ['day', '2026-02-30', 'check.date'],
    ['storeId', crypto.randomUUID(), 'resource.noReference'],
  ],
};
