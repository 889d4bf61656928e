import type { ReplyOf } from '@voltloop/contract';
import type { siteEnergy } from '@voltloop/contract/calls/sites.ts';
import { dayOf, isoDay } from '@voltloop/domain/clock/zone-time.ts';
import { formatDate } from '../../ui/text/format.ts';

/** Pure: converts slots of a site's energy for charts and totals. */

export type EnergySlot = ReplyOf<typeof siteEnergy>[number];
export const energyNames = ['pv', 'charge', 'discharge', 'import', 'export', 'load'] as const;
export type EnergyName = (typeof energyNames)[number];
export type Energies = Record<EnergyName, number | null>;

export function energiesOf(slot: EnergySlot): Energies {
  return {
    pv: slot.pv_kwh,
    charge: slot.charge_kwh,
    discharge: slot.discharge_kwh,
    import: slot.import_kwh,
    export: slot.export_kwh,
    load: slot.load_kwh,
  };
}

/** Sums over slots; null if nothing was measured. */
export function totalsOf(slots: readonly EnergySlot[]): Energies {
  const totals = Object.fromEntries(energyNames.map((name) => [name, null])) as Energies;
  for (const slot of slots) {
    const energies = energiesOf(slot);
    for (const name of energyNames)
      if (energies[name] !== null) totals[name] = (totals[name] ?? 0) + energies[name];
  }
  return totals;
}

/** The short name of a slot under its bar, and the full one. */
export function slotName(start_ms: number, interval: '1h' | '1d' | '1M', zone: string) {
  const day = isoDay(start_ms, zone);
  if (interval === '1d') return { key: day, label: String(dayOf(start_ms, zone).day), title: day };
  if (interval === '1M') return { key: day, label: day.slice(5, 7), title: day.slice(0, 7) };
  const hour = formatDate(start_ms, 'time', zone);
  // The hour that occurs twice when clocks go back has the same name but another instant.
  return { key: String(start_ms), label: hour.slice(0, 2), title: `${day} ${hour}` };
}
