import type { Examples } from '@voltloop/resource-kit';

export const passportExamples: Examples = {
  row: async (n, make) => ({
    batteryId: await make('battery', { batteryCode: `04QPB76836300JB63${String(n).padStart(7, '0')}` }),
    modelId: await make('passportModel'),
    madeAs: 'repurposed',
    placedOn: '2027-02-18',
    previousUrl: `https://example.com/passport/${n}`,
    remark: `备注 ${n}`,
  }),
  change: { field: 'remark', to: '新备注' },
  wrong: [
    ['batteryId', crypto.randomUUID(), 'resource.noReference'],
    ['modelId', crypto.randomUUID(), 'resource.noReference'],
    ['madeAs', 'waste', 'validation.invalid_value'],
    ['placedOn', '2026-02-30', 'check.date'],
    ['previousUrl', 'javascript:alert(1)', 'check.webAddress'],
    ['remark', 'x'.repeat(501), 'validation.too_big'],
  ],
};
