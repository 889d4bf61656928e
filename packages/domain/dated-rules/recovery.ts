import type { OptionValue } from '../options/index.ts';
import { type Dated, inForce } from './in-force.ts';

/**
 * Required recovery rate of each element, by day. The Chinese figures apply to a step, the European ones to a
 * recycler and a year; for a single run both are indicative.
 */

export type Element = OptionValue<'element'>;
export type Step = OptionValue<'recyclingStep'>;

export interface Target extends Dated {
  of: 'step' | 'year';
  element: Element;
  pct: number;
  /** Steps that it applies to; a target of a year applies to all of them together. */
  steps?: readonly Step[];
}

const conditions2024 = {
  of: 'step',
  from: '2025-01-01',
  clause: { en: 'Industry conditions of 2024', zh: '行业规范条件（2024 年本）' },
} as const;
const annexXii = { en: 'Regulation (EU) 2023/1542, Annex XII', zh: '欧盟 2023/1542 附件 XII' };

/** Targets with one figure for a list of elements. */
const each = (elements: readonly Element[], rest: Omit<Target, 'element'>): Target[] =>
  elements.map((element) => ({ ...rest, element }));

export const targets: readonly Target[] = [
  ...each(['Ni', 'Co', 'Mn'], { ...conditions2024, pct: 98, steps: ['hydro'] }),
  ...each(['Li'], { ...conditions2024, pct: 90, steps: ['hydro'] }),
  ...each(['Cu', 'Al'], { ...conditions2024, pct: 98, steps: ['crush', 'hydro'] }),
  ...each(['Co', 'Cu', 'Ni'], {
    of: 'year',
    from: '2027-12-31',
    until: '2031-12-30',
    pct: 90,
    clause: annexXii,
  }),
  ...each(['Li'], { of: 'year', from: '2027-12-31', until: '2031-12-30', pct: 50, clause: annexXii }),
  ...each(['Co', 'Cu', 'Ni'], { of: 'year', from: '2031-12-31', pct: 95, clause: annexXii }),
  ...each(['Li'], { of: 'year', from: '2031-12-31', pct: 80, clause: annexXii }),
];

/** The targets of an element for a step on a day. */
export const targetsOfStep = (step: string, element: string, day: string): Target[] =>
  inForce(targets, day).filter(
    (target) =>
      target.of === 'step' &&
      target.element === element &&
      (target.steps?.some((name) => name === step) ?? true),
  );

/** The targets of an element for a recycler and a year: those in force at its end, else the next ones. */
export function targetsOfYear(element: string, year: number): Target[] {
  const own = targets.filter((target) => target.of === 'year' && target.element === element);
  const now = inForce(own, `${year}-12-31`);
  return now.length > 0 ? now : own.filter(({ from }) => from > `${year}-12-31`).slice(0, 1);
}

/** Required recovery by mass, regardless of the material. */
export interface Rate extends Dated {
  pct: number;
}

/** Recycling efficiency of lithium batteries, of a recycler and a year. */
const efficiencies: readonly Rate[] = [
  { from: '2025-12-31', until: '2030-12-30', pct: 65, clause: annexXii },
  { from: '2030-12-31', pct: 70, clause: annexXii },
];
/** Electrode powder from crushed goods. */
const powders: readonly Rate[] = [{ from: conditions2024.from, pct: 98, clause: conditions2024.clause }];

/** Those in force at the end of a year. */
export const efficiencyOfYear = (year: number): Rate[] => inForce(efficiencies, `${year}-12-31`);
export const powderOfYear = (year: number): Rate[] => inForce(powders, `${year}-12-31`);
