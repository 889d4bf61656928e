import { describeDocument } from '../../../apps/server/testing/describe-document.ts';
import { chinaDay } from '../days.ts';
import { scrapKind } from './scrap.resource.ts';

const today = chinaDay(new Date());

describeDocument(scrapKind, {
  row: async (n, make) => ({
    preset: 'coded',
    day: today,
    storeId: await make('store', { code: `S${n}`, name: `仓库 ${n}`, kind: 1 }),
    reason: '外壳破损',
    pictures: [],
    remark: 'note',
  }),
  change: { field: 'reason', to: '绝缘不合格' },
  wrong: [
    ['preset', 'gift', 'validation.invalid_value'],
    ['day', '2026-02-30', 'check.date'],
    ['storeId', crypto.randomUUID(), 'resource.noReference'],
    ['reason', '', 'resource.required'],
    ['reason', 'x'.repeat(201), 'validation.too_big'],
  ],
});
