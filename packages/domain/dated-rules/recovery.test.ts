import { expect, test } from 'vitest';
import { efficiencyOfYear, powderOfYear, targetsOfStep, targetsOfYear } from './recovery.ts';

const pcts = (targets: readonly { pct: number }[]) => targets.map(({ pct }) => pct);

test('targets are those in force on the day or at the end of the year', () => {
  expect(pcts(targetsOfStep('hydro', 'Ni', '2024-12-31'))).toEqual([]);
  expect(pcts(targetsOfStep('hydro', 'Ni', '2025-01-01'))).toEqual([98]);
  expect(pcts(targetsOfStep('crush', 'Ni', '2026-01-01'))).toEqual([]);
  expect(pcts(targetsOfStep('crush', 'Cu', '2026-01-01'))).toEqual([98]);
  expect([2026, 2027, 2031].map((year) => pcts(targetsOfYear('Li', year)))).toEqual([[50], [50], [80]]);
  expect([2024, 2025, 2029, 2030].map((year) => pcts(efficiencyOfYear(year)))).toEqual([
    [],
    [65],
    [65],
    [70],
  ]);
  expect([2024, 2026].map((year) => pcts(powderOfYear(year)))).toEqual([[], [98]]);
});
