import { describeResource } from '../../../apps/server/testing/describe-resource.ts';
import { chinaDay } from '../days.ts';
import { stockTake } from './stock-take.resource.ts';

const today = chinaDay(new Date());

describeResource(stockTake, {
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
  // Its own tests take them: approval needs another person.
  guarded: ['approve', 'void'],
});
