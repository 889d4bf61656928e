import { describeResource } from '../../../apps/server/testing/describe-resource.ts';
import { chinaDay } from '../days.ts';
import { conditionChange } from './condition-change.resource.ts';

const today = chinaDay(new Date());

describeResource(conditionChange, {
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
  // Its own tests take them: posting needs lines.
  guarded: ['post', 'void'],
});
