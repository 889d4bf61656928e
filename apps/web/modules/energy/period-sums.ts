/** Pure: the totals of a period's energy and their changes. */
import type { PeriodEnergy } from '@voltloop/contract/calls/telemetry.ts';
import { changePercent } from '../../ui/tile/change.ts';
import type { EnergyName } from './month-series.ts';

export type EnergyPeriod = PeriodEnergy;
export type Totals = NonNullable<EnergyPeriod['total']>;
/** The period to compare with. */
export type Against = 'previous' | 'year_ago';

/** Sources of energy, drawn upwards, and sinks, drawn downwards. */
export const sources = ['pv', 'discharge', 'import'] as const;
export const sinks = ['load', 'charge', 'export'] as const;

export const byName = (totals: Partial<Totals> | null | undefined): Record<EnergyName, number | null> => ({
  pv: totals?.pv_kwh ?? null,
  charge: totals?.charge_kwh ?? null,
  discharge: totals?.discharge_kwh ?? null,
  import: totals?.import_kwh ?? null,
  export: totals?.export_kwh ?? null,
  load: totals?.load_kwh ?? null,
});

/** Total of all measured sources, kWh. */
export function supplied(totals: Totals | null): number | null {
  return totals && (totals.pv_kwh ?? 0) + (totals.discharge_kwh ?? 0) + (totals.import_kwh ?? 0);
}

/** A smaller former value is no base for a percentage, kWh. */
const MIN_BASE_KWH = 0.05;

/** Change of an energy in percent; null without a base. */
export function changeOf(pair: EnergyPeriod[Against], name: EnergyName): number | null {
  return changePercent(byName(pair?.now)[name], byName(pair?.former)[name], MIN_BASE_KWH);
}

/** Change of self-sufficiency in percentage points. */
export function sufficiencyChange(pair: EnergyPeriod[Against]): number | null {
  if (!pair) return null;
  const { now, former } = pair.self_sufficiency;
  return now === null || former === null ? null : (now - former) * 100;
}

/** The comparison to show: the requested one if it has data, else the other one. */
export function comparedWith(period: EnergyPeriod | undefined, requested: Against): Against | null {
  if (!period) return null;
  if (period[requested]) return requested;
  return period.previous ? 'previous' : period.year_ago ? 'year_ago' : null;
}
