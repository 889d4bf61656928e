import { describeDocument } from '../../../apps/server/testing/describe-document.ts';
import { chinaDay } from '../days.ts';
import { recyclingRunKind } from './recycling-run.resource.ts';

const today = chinaDay(new Date());

describeDocument(recyclingRunKind, {
  row: async (n, make) => ({
    preset: 'crush',
    day: today,
    processRoute: 'mechanical',
    storeId: await make('store', { code: `S${n}`, name: `仓库 ${n}`, kind: 4 }),
    toStoreId: await make('store', { code: `H${n}`, name: `黑粉库 ${n}`, kind: 7 }),
    operator: '李工',
    lossKg: '12.5',
    energyKwh: '310.25',
    remark: 'note',
  }),
  change: { field: 'operator', to: '陈工' },
  wrong: [
    ['preset', 'smelt', 'validation.invalid_value'],
    ['day', '2026-02-30', 'check.date'],
    ['toStoreId', crypto.randomUUID(), 'resource.noReference'],
    ['lossKg', '-1', 'validation.too_small'],
    ['lossKg', '1.0005', 'check.decimals'],
  ],
});
