import { describeDocument } from '../../../apps/server/testing/describe-document.ts';
import { chinaDay } from '../days.ts';
import { conditionChangeKind } from './condition-change.resource.ts';

const today = chinaDay(new Date());

describeDocument(conditionChangeKind, {
  row: async (n, make) => ({
    preset: 'hold',
    day: today,
    storeId: await make('store', { code: `S${n}`, name: `仓库 ${n}`, kind: 1 }),
    remark: 'note',
  }),
  change: { field: 'remark', to: 'swollen' },
  wrong: [
    ['preset', 'scrap', 'validation.invalid_value'],
    ['day', '2026-02-30', 'check.date'],
    ['storeId', crypto.randomUUID(), 'resource.noReference'],
  ],
});
