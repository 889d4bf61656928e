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

/** The energy of each counter of the information model. */
export const energyOfPoint: ReadonlyMap<number, keyof EnergyTotals> = new Map(
  Object.entries(counters).map(([name, key]) => [
    HE_BAT.points.find((p) => p.key === key)?.id ?? 0,
    name as keyof EnergyTotals,
  ]),
);
export const energyPoints: number[] = [...energyOfPoint.keys()];

const idOf = (key: string) => HE_BAT.points.find((p) => p.key === key)?.id ?? 0;
/** The battery's own counters, which substitute missing counters of the EMS. */
const substitutes = new Map([
  [idOf('M_E_CHG_TOTAL'), idOf('E_E_CHG')],
  [idOf('M_E_DIS_TOTAL'), idOf('E_E_DIS')],
]);

/** The counters of some energies, and their substitutes; of all energies without an argument. */
export function countersOf(energies?: readonly (keyof EnergyTotals)[]): number[] {
  const own = energyPoints.filter((id) => !energies || energies.includes(energyOfPoint.get(id) ?? 'pv_kwh'));
  return [...own, ...[...substitutes].flatMap(([id, of]) => (own.includes(of) ? [id] : []))];
}

/** The energy of a counter, for a thing with the counters of `series`. */
export function energyIn(
  series: ReadonlyMap<number, unknown>,
  point: number,
): keyof EnergyTotals | undefined {
  const own = substitutes.get(point);
  return energyOfPoint.get(own === undefined || series.has(own) ? point : own);
}

/** Nothing measured yet. */
export const noEnergy = (): EnergyTotals => ({
  pv_kwh: null,
  charge_kwh: null,
  discharge_kwh: null,
  import_kwh: null,
  export_kwh: null,
  load_kwh: null,
});

/** Adds energies; those that were not measured add nothing. */
export function addEnergy(sum: EnergyTotals, more: Partial<EnergyTotals>): void {
  for (const name of energyOfPoint.values()) {
    const value = more[name] ?? null;
    if (value !== null) sum[name] = (sum[name] ?? 0) + value;
  }
}

/** From thousandths of Wh, the stored unit of the counters. */
export function inKwh(totals: EnergyTotals): EnergyTotals {
  const entries = Object.entries(totals).map(([key, value]) => [
    key,
    value === null ? null : Math.round(value / 1000) / 1000,
  ]);
  return Object.fromEntries(entries) as EnergyTotals;
}
