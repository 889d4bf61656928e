import type { EnergyTotals } from '@voltloop/contract';
import { idsOf } from '@voltloop/device-models/core-points.ts';
import type { Role } from '@voltloop/device-models/roles.ts';

const roles: Record<keyof EnergyTotals, Role> = {
  pv_kwh: 'pv',
  charge_kwh: 'charge',
  discharge_kwh: 'discharge',
  import_kwh: 'import',
  export_kwh: 'export',
  load_kwh: 'load',
};

export const energyNames = Object.keys(roles) as (keyof EnergyTotals)[];

/** By the id of a counter, its energy and the counters that count instead of it. */
const counters: ReadonlyMap<number, { name: keyof EnergyTotals; before: number[] }> = new Map(
  energyNames.flatMap((name) => {
    const ids = idsOf(roles[name]);
    return ids.map((id, i) => [id, { name, before: ids.slice(0, i) }] as const);
  }),
);

/** The counters of some energies; of all energies without an argument. */
export function countersOf(energies: readonly (keyof EnergyTotals)[] = energyNames): number[] {
  return [...counters].flatMap(([id, { name }]) => (energies.includes(name) ? [id] : []));
}

/** The energy of a counter, for a thing with the counters of `series`. */
export function energyIn(
  series: ReadonlyMap<number, unknown>,
  point: number,
): keyof EnergyTotals | undefined {
  const counter = counters.get(point);
  return counter?.before.some((id) => series.has(id)) ? undefined : counter?.name;
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
  for (const name of energyNames) {
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
