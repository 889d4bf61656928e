import { idOf, idsOf } from '@voltloop/device-models/core-points.ts';
import type { Role } from '@voltloop/device-models/roles.ts';
import { HE_BAT } from '@voltloop/protocol/he-bat/index.ts';

/** How fast a counter can rise. Thousandths of Wh or Ah per ms. */

const MS_PER_HOUR = 3_600_000;
/** 50 kW, of a home with three phases at 73 A; of 3.6 kA for charge. Higher power counts when the device reports it. */
const RATES: Record<string, number> = { Wh: 14, Ah: 1 };
/** A device's own power is measured at some moments only: between them it may have been this much higher. */
const BETWEEN = 1.25;

/** The power that each energy sums up; the preferred counter of a role counts. */
const powerOf = {
  pv: 'pv_power',
  import: 'grid_power',
  export: 'grid_power',
  load: 'load_power',
  charge: 'battery_power',
  discharge: 'battery_power',
  terminal_charge: 'terminal_power',
  terminal_discharge: 'terminal_power',
} as const satisfies Partial<Record<Role, Role>>;

const counters = HE_BAT.points.filter(({ kind, part }) => kind === 'counter' && part === 'system');
const rates = new Map(counters.map(({ id, unit }) => [id, RATES[unit] as number]));

/** Ids of the counters of systems. */
export const countersInModel: number[] = counters.map(({ id }) => id);

/** By the id of a counter, those of the power which it sums up; the first that is reported counts. */
export const powerPoints: ReadonlyMap<number, readonly number[]> = new Map(
  Object.entries(powerOf).map(([energy, power]) => [idOf(energy as Role), idsOf(power)]),
);

/** The highest possible rise of a counter per ms; counters of other models without a role may have any unit. */
export const rateOf = (point: number): number => rates.get(point) ?? (RATES.Wh as number);

/** The same according to the lowest and highest power of a quarter-hour, thousandths of W. */
export const rateOfPower = (low: number, high: number): number =>
  Math.ceil((Math.max(Math.abs(low), Math.abs(high)) * BETWEEN) / MS_PER_HOUR);
