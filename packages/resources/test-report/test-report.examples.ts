import type { Examples } from '@voltloop/resource-kit';

const safe = { swelling: 0, leak: 0, burn: 0, deformation: 0, water: 0, exposed: 0, hot: 0, odour: 0 };

export const testReportExamples: Examples = {
  row: async (n, make) => ({
    batteryId: await make('battery', {
      batteryCode: `04QCB76836300JB63${String(n).padStart(7, '0')}`,
      productType: 3,
    }),
    testDay: '2025-06-01',
    method: 'discharge',
    operator: `王小明 ${n}`,
    ambientC: '25.5',
    equipment: 'Neware BTS-4000',
    calibrationValidTo: '2026-01-01',
    instrumentPct: '0.1',
    ...safe,
    appearance: '完好',
    ocvV: '3.3012',
    ocvLaterV: '3.2998',
    restH: '48',
    insulationKohm: '500000',
    ratedCapacityAh: '280',
    capacityAh: '232.4001',
    energyWh: '743.68',
    dcirMohm: '0.45',
    freshDcirMohm: '0.3',
    endDcirMohm: '0.6',
    remark: `备注 ${n}`,
  }),
  change: { field: 'remark', to: '新备注' },
  wrong: [
    ['batteryId', crypto.randomUUID(), 'resource.noReference'],
    ['testDay', '2026-02-30', 'check.date'],
    ['testDay', '2090-01-01', 'rule.testReport.dayInFuture'],
    ['method', 'guess', 'validation.invalid_value'],
    ['ambientC', '80.1', 'validation.too_big'],
    ['ambientC', '25.55', 'check.decimals'],
    ['swelling', 2, 'validation.invalid_value'],
    ['capacityAh', '-1', 'validation.too_small'],
    ['instrumentPct', '20.01', 'validation.too_big'],
    ['replacesId', crypto.randomUUID(), 'resource.noReference'],
    ['remark', 'x'.repeat(501), 'validation.too_big'],
  ],
  // The batteries of these rows are in no store.
  guarded: ['sign'],
};
