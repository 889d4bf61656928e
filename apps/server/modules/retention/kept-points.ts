import { HE_BAT } from '@voltloop/protocol/he-bat/index.ts';

/** What passports and the state of health by month are made from, over the whole life of a battery. */
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

/** Points whose single readings are kept. */
export const keptRaw: readonly number[] = forPassports;
/** Points whose quarter-hours are kept: those, and every counter, since sums of days, months and years are made from them. */
export const keptQuarterHours: readonly number[] = idsOf(
  ({ id, kind, part }) => (kind === 'counter' && part === 'system') || forPassports.includes(id),
);
