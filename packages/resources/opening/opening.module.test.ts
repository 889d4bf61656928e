import { describeDocument } from '../../../apps/server/testing/describe-document.ts';
import { chinaDay } from '../days.ts';
import { openingKind } from './opening.resource.ts';

const today = chinaDay(new Date());

describeDocument(openingKind, {
  row: async (n, make) => ({
    day: today,
    storeId: await make('store', { code: `S${n}`, name: `仓库 ${n}`, kind: 1 }),
    remark: 'note',
  }),
  change: { field: 'remark', to: '补录' },
  wrong: [
    ['day', '2026-02-30', 'check.date'],
    ['storeId', crypto.randomUUID(), 'resource.noReference'],
    ['remark', 'x'.repeat(501), 'validation.too_big'],
  ],
});
