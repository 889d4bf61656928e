import type { Examples } from '@voltloop/resource-kit';
import { chinaDay } from '../days.ts';

const today = chinaDay(new Date());

export const stockTakeExamples: Examples = {
  row: async (n, make) => ({
    day: today,
    storeId: await make('store', { locations: [{ code: 'L1' }] }),
    location: 'L1',
    remark: `备注 ${n}`,
  }),
  change: { field: 'remark', to: 'shelf 1' },
  wrong: [
    ['day', '2026-02-30', 'check.date'],
    ['storeId', crypto.randomUUID(), 'resource.noReference'],
    ['location', 'L9', 'rule.document.locationUnknown'],
  ],
};
