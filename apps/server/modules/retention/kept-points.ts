import { HE_BAT } from '@voltloop/protocol/he-bat/index.ts';

/** Points that passports and the monthly state of health need over the whole life of a battery. */
const ofPassports = [
  'M_SOC',
  'M_SOH',
  'M_CYCLES',
  'M_CELL_T_MAX',
  'M_CELL_T_MIN',
  'M_POWER',
  'M_E_CHG_TOTAL',
  'M_E_DIS_TOTAL',
  'P_DEEP_DIS_CNT',
];

const idsOf = (kept: (point: (typeof HE_BAT.points)[number]) => boolean) =>
  HE_BAT.points.filter(kept).map(({ id }) => id);
const forPassports = idsOf(({ key }) => ofPassports.includes(key));

/** Points whose raw readings are kept. */
export const keptRaw: readonly number[] = forPassports;
/**
 * Points whose quarter-hours are kept: those above, and every counter, since sums of days, months and years are
 * derived from them.
 */
export const keptQuarterHours: readonly number[] = idsOf(
  ({ id, kind, part }) => (kind === 'counter' && part === 'system') || forPassports.includes(id),
);
