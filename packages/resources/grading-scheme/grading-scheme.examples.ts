import type { Examples } from '@voltloop/resource-kit';

const band = { grade: 'A', fromPct: '80', use: '储能' };

export const gradingSchemeExamples: Examples = {
  row: async (n) => ({
    name: `第${n}号方案 Scheme ${n}`,
    revision: 'V1.0',
    productType: 3,
    chemistry: 'B',
    firstDay: '2026-04-01',
    bands: [band, { grade: 'B', fromPct: '60.5' }],
    minInsulation: 500,
    minOcvV: '2.5',
    maxSelfDischargeMvDay: '3',
    remark: 'note',
  }),
  change: { field: 'revision', to: 'V1.1' },
  wrong: [
    ['name', 'x'.repeat(101), 'validation.too_big'],
    ['firstDay', '2026-02-30', 'check.date'],
    ['bands', [{ grade: 'A' }], 'resource.required'],
    ['bands', [{ grade: 'A', fromPct: '100.01' }], 'validation.too_big'],
    ['bands', [band, { ...band, fromPct: '70' }], 'rule.gradingScheme.gradeTwice'],
    ['bands', [band, { ...band, grade: 'B' }], 'rule.gradingScheme.boundTwice'],
    ['bands', [{ ...band, grade: 'X' }], 'rule.gradingScheme.rejected'],
    ['minInsulation', '1.5', 'check.integer'],
    ['chemistry', 'X', 'validation.invalid_value'],
  ],
};
