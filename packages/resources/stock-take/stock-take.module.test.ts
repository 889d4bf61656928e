import { describeDocument } from '../../../apps/server/testing/describe-document.ts';
import { chinaDay } from '../days.ts';
import { stockTakeKind } from './stock-take.resource.ts';

const today = chinaDay(new Date());

describeDocument(stockTakeKind, {
  row: async (n, make) => ({
    day: today,
    storeId: await make('store', {
      code: `S${n}`,
      name: `仓库 ${n}`,
      kind: 1,
      locations: [{ code: 'L1' }],
    }),
    location: 'L1',
    remark: 'note',
  }),
  change: { field: 'remark', to: 'shelf 1' },
  wrong: [
    ['day', '2026-02-30', 'check.date'],
    ['storeId', crypto.randomUUID(), 'resource.noReference'],
    ['location', 'L9', 'rule.document.locationUnknown'],
  ],
});
