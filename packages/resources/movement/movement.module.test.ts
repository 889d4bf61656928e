import { describeDocument } from '../../../apps/server/testing/describe-document.ts';
import { chinaDay } from '../days.ts';
import { movementKind } from './movement.resource.ts';

const today = chinaDay(new Date());

describeDocument(movementKind, {
  row: async (n, make) => ({
    preset: 'transfer',
    day: today,
    storeId: await make('store', { code: `S${n}`, name: `仓库 ${n}`, kind: 1 }),
    toStoreId: await make('store', { code: `T${n}`, name: `待用库 ${n}`, kind: 4 }),
    plate: '闽D12345',
    remark: 'note',
  }),
  change: { field: 'remark', to: 'moved' },
  // An emptied field falls back to a plain move.
  kept: ['preset'],
  wrong: [
    ['preset', 'gift', 'validation.invalid_value'],
    ['day', '2026-02-30', 'check.date'],
    ['storeId', crypto.randomUUID(), 'resource.noReference'],
    ['toStoreId', crypto.randomUUID(), 'resource.noReference'],
  ],
});
