import type { Examples } from '@voltloop/resource-kit';

const day = (n: number) => new Date(Date.UTC(2020, 0, 1 + n)).toISOString().slice(0, 10);

export const balanceLimitExamples: Examples = {
  row: async (n) => ({ step: 'crush', day: day(n), tolerancePct: '1.5', reason: `工艺会议纪要 ${n}` }),
  change: { field: 'tolerancePct', to: '2.125' },
  wrong: [
    ['step', 'smelt', 'validation.invalid_value'],
    ['day', '2026-02-30', 'check.date'],
    ['tolerancePct', '20.001', 'validation.too_big'],
    ['tolerancePct', '-1', 'validation.too_small'],
  ],
};
