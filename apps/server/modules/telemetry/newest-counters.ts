import type { EnergyTotals } from '@voltloop/contract';
import type { ClickHouse } from '../../platform/clickhouse.ts';
import { countersOf, energyIn } from './energy-points.ts';
import { newestRollUps } from './queries.ts';

const points = countersOf();

/** Current readings of the counters of some things, Wh by key; counters without a reading since `from_ms` are absent. */
export async function readNewestCounters(
  clickhouse: ClickHouse,
  keys: readonly number[],
  from_ms: number,
): Promise<Map<number, Partial<EnergyTotals>>> {
  const found = new Map<number, Map<number, number>>();
  if (keys.length > 0) {
    const params = { things: keys, points, from: from_ms };
    const [things, ids, values] = await clickhouse.queryColumns(newestRollUps, params);
    things.forEach((thing, row) => {
      const series = found.get(thing) ?? new Map<number, number>();
      found.set(thing, series);
      series.set(ids[row] as number, values[row] as number);
    });
  }
  const counters = new Map<number, Partial<EnergyTotals>>();
  for (const [thing, series] of found) {
    const energies: Partial<EnergyTotals> = {};
    for (const [point, value] of series) {
      const name = energyIn(series, point);
      if (name) energies[name] = value / 1000;
    }
    counters.set(thing, energies);
  }
  return counters;
}
