import { describeResource } from '../../../apps/server/testing/describe-resource.ts';
import { startTestStock } from '../../../apps/server/testing/stock.ts';
import { chinaDay } from '../days.ts';
import { assay } from './assay.resource.ts';

const today = chinaDay(new Date());

describeResource(
  assay,
  {
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
  },
  async () => {
    const stock = await startTestStock();
    const lots = Array.from({ length: 5 }, (_, n) => ({
      lotNo: `HF-${n}`,
      material: 'black_mass',
      chemistry: 'E',
      kg: '100',
      location: 'L1',
    }));
    await stock.receive(lots);
    return stock.office;
  },
);
