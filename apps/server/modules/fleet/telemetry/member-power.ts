import type { ReplyOf, siteSeries } from '@voltloop/contract';
import { idsOf } from '@voltloop/device-models/core-points.ts';
import type { Role } from '@voltloop/device-models/roles.ts';
import { type BatteryCharge, chargeOf } from '@voltloop/domain/charge/charge.ts';
import { coreDictionary } from '@voltloop/protocol/dictionary.ts';
import type { ClickHouse } from '../../../platform/clickhouse.ts';
import { calendarCuts, cutsFrom } from './calendar.ts';
import { aggregateOf } from './chart-rules.ts';
import type { Member } from './members.ts';
import { readSlots } from './slots.ts';

type Row = ReplyOf<typeof siteSeries>[number];
type Name = Exclude<keyof Row, 'key'> | 'rated_wh';

const roles: Record<Name, Role> = {
  pv_power_w: 'pv_power',
  bat_power_w: 'battery_power',
  grid_power_w: 'grid_power',
  load_power_w: 'load_power',
  soc: 'soc',
  rated_wh: 'energy_rated',
};
const names = Object.keys(roles) as Name[];
const points = names.flatMap((name) => idsOf(roles[name]));

/**
 * Powers of several things together by quarter-hours, each thing only during its membership; the state of charge is
 * that of their energy.
 */
export async function readMemberPower(
  clickhouse: ClickHouse,
  members: readonly Member[],
  from_ms: number,
  to_ms: number,
): Promise<Row[]> {
  const rows = new Map<number, Row>();
  const batteries = new Map<number, BatteryCharge[]>();
  await Promise.all(
    members.map(async ({ key, since_ms, until_ms }) => {
      const from = Math.max(from_ms, since_ms);
      const to = Math.min(to_ms, until_ms ?? Number.POSITIVE_INFINITY);
      if (from >= to) return;
      const params = {
        selection: { points, whole: points, parts: [] },
        interval: '15m' as const,
        aggregates: ['avg' as const],
        cuts: cutsFrom(calendarCuts('15m', 'UTC', from, to), since_ms),
      };
      const socs = new Map<number, number>();
      const ratings = new Map<number, number>();
      const read = await readSlots(clickhouse, coreDictionary, { key, timeZone: 'UTC' }, params);
      const series = new Map(read.map(({ point, slots }) => [point, slots]));
      for (const name of names) {
        const point = idsOf(roles[name]).find((id) => series.has(id));
        for (const slot of series.get(point ?? 0) ?? []) {
          const value = aggregateOf(slot, 'avg');
          if (name === 'soc') socs.set(slot.start_ms, value);
          else if (name === 'rated_wh') ratings.set(slot.start_ms, value);
          else {
            const row = rows.get(slot.start_ms) ?? { key: slot.start_ms };
            rows.set(slot.start_ms, row);
            row[name] = (row[name] ?? 0) + value;
          }
        }
      }
      // Rated energy is constant in operation: quarter-hours without a report have that of the one before.
      let rated_wh = [...ratings.values()][0] ?? null;
      for (const [start_ms, soc_pct] of socs) {
        rated_wh = ratings.get(start_ms) ?? rated_wh;
        const battery = { soc_pct, rated_wh, left_wh: null };
        batteries.set(start_ms, [...(batteries.get(start_ms) ?? []), battery]);
      }
    }),
  );
  for (const [key, charges] of batteries) {
    const { soc_pct } = chargeOf(charges);
    if (soc_pct !== null) rows.set(key, { ...(rows.get(key) ?? { key }), soc: soc_pct });
  }
  return [...rows.values()].sort((a, b) => a.key - b.key);
}
