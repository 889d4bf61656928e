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

/** Power that shows how fast a counter can have risen. */
const powers = ['E_PV_P', 'E_GRID_P', 'E_LOAD_P', 'E_BAT_P', 'M_POWER'];

const idsOf = (kept: (point: (typeof HE_BAT.points)[number]) => boolean) =>
  HE_BAT.points.filter(kept).map(({ id }) => id);
type Point = (typeof HE_BAT.points)[number];
const isCounter = ({ kind, part }: Point) => kind === 'counter' && part === 'system';

/**
 * Points whose raw readings are kept: those above, and every counter. Sums of days, months and years are derived from
 * quarter-hours, but doubtful ones are judged by their readings.
 */
export const keptRaw: readonly number[] = idsOf((p) => isCounter(p) || ofPassports.includes(p.key));
/** Points whose quarter-hours are kept. */
export const keptQuarterHours: readonly number[] = idsOf(
  (p) => isCounter(p) || ofPassports.includes(p.key) || powers.includes(p.key),
);
