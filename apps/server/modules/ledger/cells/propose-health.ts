import type { HealthProposal, proposeHealth as proposeCall, QueryOf } from '@voltloop/contract';
import { idOf } from '@voltloop/device-models/core-points.ts';
import { proposalOf, type Reading } from '@voltloop/domain/battery-test/index.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { ClickHouse, ColumnQuery } from '../../../platform/clickhouse.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.ts';
import { notFound } from '../../../platform/errors.ts';

const DAY_MS = 86_400_000;
const roles = ['soc', 'voltage', 'current', 'cell_t_avg', 'cycles'] as const;
type Name = (typeof roles)[number];
const ids = new Map<number, Name>(roles.map((role) => [idOf(role), role]));

const numbers = z.array(z.number());
/** Readings of some points of the whole battery, by time. */
const series = {
  name: 'series of a tested device',
  sql: `
    select point, toUnixTimestamp64Milli(time), value / 1000
    from points final
    where thing = {thing:UInt32} and part = 0 and point in {points:Array(UInt16)}
      and time >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') and time < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
    order by time
    settings do_not_merge_across_partitions_select_final = 1, max_threads = 1`,
  columns: z.tuple([numbers, numbers, numbers]),
} satisfies ColumnQuery<z.ZodType>;

/** The health estimated from a connected device's telemetry; a proposal. @throws notFound */
export async function proposeHealth(
  { db, clickhouse }: { db: Db; clickhouse: ClickHouse },
  ctx: Ctx,
  { devid, ratedCapacityAh, days }: QueryOf<typeof proposeCall>,
): Promise<HealthProposal> {
  const { rows } = await sql<{ key: number }>`
    select key from things where tenant_id = ${ctx.caller.tenantId} and devid = ${devid} and deleted_at is null`.execute(
    db,
  );
  const [thing] = rows;
  if (!thing) throw notFound();
  const to = ctx.now.getTime();
  const from = to - days * DAY_MS;
  const [points, times, values] = await clickhouse.queryColumns(series, {
    thing: thing.key,
    points: [...ids.keys()],
    from,
    to,
  });
  const { readings, temperature_C, cycles } = collect(points, times, values);
  return {
    devid,
    from,
    to,
    points: readings.length,
    ...proposalOf(readings, { rated_Ah: Number(ratedCapacityAh), temperature_C }),
    temperature_C: temperature_C === null ? null : Math.round(temperature_C * 10) / 10,
    cycles,
  };
}

/** Readings at each moment; unchanged ones keep their last value. */
function collect(points: readonly number[], times: readonly number[], values: readonly number[]) {
  const last: Partial<Record<Name, number>> = {};
  const readings: Reading[] = [];
  let [sum, count] = [0, 0];
  for (let i = 0; i < times.length; i++) {
    const name = ids.get(points[i] as number) as Name;
    const value = values[i] as number;
    last[name] = value;
    if (name === 'cell_t_avg') [sum, count] = [sum + value, count + 1];
    if (times[i + 1] === times[i]) continue;
    const { soc: soc_pct, voltage: voltage_V, current: discharge_A } = last;
    if (soc_pct === undefined || voltage_V === undefined || discharge_A === undefined) continue;
    // Devices count discharging as positive.
    readings.push({ time_ms: times[i] as number, current_A: -discharge_A, voltage_V, soc_pct });
  }
  return { readings, temperature_C: count > 0 ? sum / count : null, cycles: last.cycles ?? null };
}
