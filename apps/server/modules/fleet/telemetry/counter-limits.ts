import { HE_BAT } from '@voltloop/protocol/he-bat/index.ts';

/** How fast a counter can rise. Thousandths of Wh or Ah per ms. */

const MS_PER_HOUR = 3_600_000;
/** 50 kW, of a home with three phases at 73 A; of 3.6 kA for charge. Higher power counts when the device reports it. */
const RATES: Record<string, number> = { Wh: 14, Ah: 1 };
/** A device's own power is measured at some moments only: between them it may have been this much higher. */
const BETWEEN = 1.25;

const powerOf: Record<string, string> = {
  E_E_PV: 'E_PV_P',
  E_E_IMP: 'E_GRID_P',
  E_E_EXP: 'E_GRID_P',
  E_E_LOAD: 'E_LOAD_P',
  E_E_CHG: 'E_BAT_P',
  E_E_DIS: 'E_BAT_P',
  M_E_CHG_TOTAL: 'M_POWER',
  M_E_DIS_TOTAL: 'M_POWER',
};

const counters = HE_BAT.points.filter(({ kind, part }) => kind === 'counter' && part === 'system');
const rates = new Map(counters.map(({ id, unit }) => [id, RATES[unit] as number]));
const idOf = (key: string | undefined) => HE_BAT.points.find((p) => p.key === key)?.id;

/** Ids of the counters of systems. */
export const countersInModel: number[] = counters.map(({ id }) => id);

/** By the id of a counter, that of the power which it sums up. */
export const powerPoints: ReadonlyMap<number, number> = new Map(
  counters.flatMap(({ id, key }) => {
    const power = idOf(powerOf[key]);
    return power === undefined ? [] : [[id, power] as const];
  }),
);

/** The highest possible rise per ms; 0 for a point that is no counter. */
export const rateOf = (point: number): number => rates.get(point) ?? 0;

/** The same according to the lowest and highest power of a quarter-hour, thousandths of W. */
export const rateOfPower = (low: number, high: number): number =>
  Math.ceil((Math.max(Math.abs(low), Math.abs(high)) * BETWEEN) / MS_PER_HOUR);
