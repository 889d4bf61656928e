import type { Examples } from '@voltloop/resource-kit';
import { chinaDay } from '../days.ts';

const today = chinaDay(new Date());

export const issueExamples: Examples = {
  row: async (n, make) => ({
    preset: 'sale',
    day: today,
    storeId: await make('store'),
    customerId: await make('customer', { customerType: 0 }),
    plate: '闽D12345',
    waybillNo: `YD-${n}`,
    grossKg: '18250.5',
    tareKg: '6250',
    remark: 'note',
  }),
  change: { field: 'waybillNo', to: 'YD-X' },
  // These need goods.
  guarded: ['submit', 'approve', 'void'],
  wrong: [
    ['preset', 'gift', 'validation.invalid_value'],
    ['day', '2026-02-30', 'check.date'],
    ['grossKg', '6249', 'rule.document.grossBelowTare'],
    ['storeId', crypto.randomUUID(), 'resource.noReference'],
  ],
};
