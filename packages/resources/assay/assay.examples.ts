import type { Examples } from '@voltloop/resource-kit';
import { chinaDay } from '../days.ts';

const today = chinaDay(new Date());

const lots = Array.from({ length: 5 }, (_, n) => ({
  lotNo: `HF-${n}`,
  material: 'black_mass',
  chemistry: 'E',
  kg: '100',
  location: 'L1',
}));

export const assayExamples: Examples = {
  lots,
  row: async (n) => ({
    lotNo: `HF-${n % 5}`,
    day: today,
    laboratory: `检测中心 ${n}`,
    reportNo: `R-${n}`,
    moisturePct: '12.5',
    elements: [{ element: 'Li', pct: '3.8125' }],
    remark: 'note',
  }),
  change: { field: 'laboratory', to: '另一检测中心' },
  wrong: [
    ['lotNo', 'NOBODY', 'rule.assay.lotUnknown'],
    ['day', '2026-02-30', 'check.date'],
    ['elements', [], 'resource.required'],
    [
      'elements',
      [
        { element: 'Li', pct: '60' },
        { element: 'Ni', pct: '41' },
      ],
      'rule.assay.above',
    ],
    ['moisturePct', '100.1', 'validation.too_big'],
  ],
};
