import type { EnergyTotals } from '@voltloop/contract';
import { HE_BAT } from '@voltloop/protocol/he-bat/index.ts';

const counters: Record<keyof EnergyTotals, string> = {
  pv_kwh: 'E_E_PV',
  charge_kwh: 'E_E_CHG',
  discharge_kwh: 'E_E_DIS',
  import_kwh: 'E_E_IMP',
  export_kwh: 'E_E_EXP',
  load_kwh: 'E_E_LOAD',
};

/** Which energy a counter of the information model holds. */
export const energyOfPoint: ReadonlyMap<number, keyof EnergyTotals> = new Map(
  Object.entries(counters).map(([name, key]) => [
    HE_BAT.points.find((p) => p.key === key)?.id ?? 0,
    name as keyof EnergyTotals,
  ]),
);
export const energyPoints: number[] = [...energyOfPoint.keys()];

/** From thousandths of Wh, the stored unit of the counters. */
export function inKwh(totals: EnergyTotals): EnergyTotals {
  const entries = Object.entries(totals).map(([key, value]) => [key, Math.round(value / 1000) / 1000]);
  return Object.fromEntries(entries) as EnergyTotals;
}
