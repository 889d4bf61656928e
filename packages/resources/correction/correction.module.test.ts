import { describeDocument } from '../../../apps/server/testing/describe-document.ts';
import { chinaDay } from '../days.ts';
import { correctionKind } from './correction.resource.ts';

const today = chinaDay(new Date());

describeDocument(correctionKind, {
  row: async (n, make) => ({
    preset: 'mass',
    day: today,
    storeId: await make('store', { code: `S${n}`, name: `仓库 ${n}`, kind: 1 }),
    reason: '复磅',
    remark: 'note',
  }),
  change: { field: 'reason', to: '录入错误' },
  wrong: [
    ['preset', 'gift', 'validation.invalid_value'],
    ['day', '2026-02-30', 'check.date'],
    ['storeId', crypto.randomUUID(), 'resource.noReference'],
    ['reason', '', 'resource.required'],
  ],
});
