import { describeDocument } from '../../../apps/server/testing/describe-document.ts';
import { chinaDay } from '../days.ts';
import { receiptKind } from './receipt.resource.ts';

const today = chinaDay(new Date());

describeDocument(receiptKind, {
  row: async (n, make) => ({
    preset: 'collection',
    day: today,
    storeId: await make('store', { code: `S${n}`, name: `仓库 ${n}`, kind: 1 }),
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
});
