/** Pure: the figures and the chart of a period's energy. */
import type { PeriodEnergy } from '@voltloop/contract/calls/telemetry.ts';
import { changePercent } from '@voltloop/ui/change.ts';
import type { EnergyName } from '../month-series.ts';
import { selfShares } from '../month-series.ts';

export type EnergyPeriod = PeriodEnergy;
export type Totals = NonNullable<EnergyPeriod['total']>;
/** What a period is compared with. */
export type Against = 'previous' | 'year_ago';

/** Where energy comes from, drawn upwards, and where it goes, drawn downwards. */
export const sources = ['pv', 'discharge', 'import'] as const;
export const sinks = ['load', 'charge', 'export'] as const;

export const byName = (totals: Totals | null | undefined): Record<EnergyName, number | null> => ({
  pv: totals?.pv_kwh ?? null,
  charge: totals?.charge_kwh ?? null,
  discharge: totals?.discharge_kwh ?? null,
  import: totals?.import_kwh ?? null,
  export: totals?.export_kwh ?? null,
  load: totals?.load_kwh ?? null,
});

/** All that came from sources, kWh. */
export function supplied(totals: Totals | null): number | null {
  return totals && totals.pv_kwh + totals.discharge_kwh + totals.import_kwh;
}

/** Below this a former figure is too small to be a base, kWh. */
const LEAST_KWH = 0.05;

/** By how many percent an energy has changed; null where there is nothing to divide by. */
export function changeOf(pair: EnergyPeriod[Against], name: EnergyName): number | null {
  return changePercent(byName(pair?.now)[name], byName(pair?.former)[name], LEAST_KWH);
}

/** By how many percentage points self-sufficiency has changed. */
export function sufficiencyChange(pair: EnergyPeriod[Against]): number | null {
  if (!pair) return null;
  const now = selfShares(byName(pair.now)).sufficiency;
  const former = selfShares(byName(pair.former)).sufficiency;
  return now === null || former === null ? null : (now - former) * 100;
}

/** What can be compared with, the asked for first. */
export function comparedWith(period: EnergyPeriod | undefined, asked: Against): Against | null {
  if (!period) return null;
  if (period[asked]) return asked;
  return period.previous ? 'previous' : period.year_ago ? 'year_ago' : null;
}
