import { describeDocument } from '../../../apps/server/testing/describe-document.ts';
import { chinaDay } from '../days.ts';
import { issueKind } from './issue.resource.ts';

const today = chinaDay(new Date());

describeDocument(issueKind, {
  row: async (n, make) => ({
    preset: 'sale',
    day: today,
    storeId: await make('store', { code: `S${n}`, name: `仓库 ${n}`, kind: 1 }),
    customerId: await make('customer', { clientName: `张三 ${n}`, customerType: 0 }),
    plate: '闽D12345',
    waybillNo: `YD-${n}`,
    grossKg: '18250.5',
    tareKg: '6250',
    remark: 'note',
  }),
  change: { field: 'waybillNo', to: 'YD-X' },
  wrong: [
    ['preset', 'gift', 'validation.invalid_value'],
    ['day', '2026-02-30', 'check.date'],
    ['grossKg', '6249', 'rule.document.grossBelowTare'],
    ['storeId', crypto.randomUUID(), 'resource.noReference'],
  ],
});
