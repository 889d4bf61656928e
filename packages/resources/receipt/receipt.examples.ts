import type { Examples } from '@voltloop/resource-kit';
import { chinaDay } from '../days.ts';

const today = chinaDay(new Date());

export const receiptExamples: Examples = {
  row: async (n, make) => ({
    preset: 'collection',
    day: today,
    storeId: await make('store'),
    contractNo: `HT-${n}`,
    plate: '闽D12345',
    weighTicketNo: `BD-${n}`,
    grossKg: '18250.5',
    tareKg: '6250',
    remark: 'note',
  }),
  change: { field: 'weighTicketNo', to: 'BD-X' },
  wrong: [
    ['preset', 'gift', 'validation.invalid_value'],
    ['day', '2026-02-30', 'check.date'],
    ['storeId', crypto.randomUUID(), 'resource.noReference'],
    ['grossKg', '-1', 'validation.too_small'],
    ['grossKg', '1.0005', 'check.decimals'],
    ['grossKg', '6249.999', 'rule.document.grossBelowTare'],
  ],
};
