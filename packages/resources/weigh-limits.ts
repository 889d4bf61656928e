import { decimal } from '@voltloop/resource-kit';

/** Default limits for the difference between weigh ticket and lines, in percent of the net mass. */
export const weighDefaults = {
  /** Coded goods, booked with their rated mass. */
  coded: { warn: 2, refuse: 10 },
  /** Goods by mass, which were weighed themselves. */
  byMass: { warn: 0.3, refuse: 1 },
} as const;

const limit = (en: string, zh: string, usual: number) =>
  decimal(en, zh, {
    scale: 2,
    max: 100,
    unit: '%',
    hint: { en: `Empty: ${usual} %`, zh: `留空为 ${usual} %` },
  });

const { coded, byMass } = weighDefaults;

/** The limits of a store. */
export const weighLimits = {
  weighCodedWarnPct: limit('Coded goods: warn above', '编码货物：提示上限', coded.warn),
  weighCodedRefusePct: limit('Coded goods: refuse above', '编码货物：拒绝上限', coded.refuse),
  weighMassWarnPct: limit('Goods by mass: warn above', '按重量货物：提示上限', byMass.warn),
  weighMassRefusePct: limit('Goods by mass: refuse above', '按重量货物：拒绝上限', byMass.refuse),
};
