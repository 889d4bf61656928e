import { idOf, idsOf } from '@voltloop/device-models/core-points.ts';
import type { Role } from '@voltloop/device-models/roles.ts';
import { type UsableEnergy, usableEnergyOf } from '@voltloop/domain/battery-test/index.ts';
import { z } from 'zod';
import type { ClickHouse, ColumnQuery, Query } from '../../../platform/clickhouse.ts';
import { lastOf, type Measurements, type Span } from './span.ts';

const MINUTE_MS = 60_000;
/** Days in which discharges are searched. */
const DAYS = 90;
/** State of charge and counters count as simultaneous within this time. */
const TOGETHER_MS = MINUTE_MS;

const HOTTEST = idOf('cell_t_max');
const COLDEST = idOf('cell_t_min');
const POWERS = idsOf('terminal_power');
const DEEP_DISCHARGES = idOf('deep_discharges');
const ofEnergy = ['soc', 'terminal_charge', 'terminal_discharge'] as const satisfies Role[];

const bucketsWithin =
  'bucket >= toDateTime(intDiv({from:Int64}, 1000)) and bucket < toDateTime(intDiv({to:Int64}, 1000))';
const within = `time >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') and time < fromUnixTimestamp64Milli({to:Int64}, 'UTC')`;
const numbers = z.array(z.number());
/** The last reading of each quarter of an hour, from the roll-up (db/clickhouse/0001_telemetry.sql has the packing). */
const lastReadings = {
  name: 'last readings of quarters for a passport',
  sql: `
    select point, toUnixTimestamp(bucket) as at_s, toInt64(bitShiftRight(newest, 44)),
      (toInt64(bitAnd(newest, 17592186044415)) - 8796093022208) / 1000
    from (
      select point, bucket, max(last) as newest from points_15m
      where thing = {thing:UInt32} and point in {points:Array(UInt16)} and ${bucketsWithin}
      group by point, bucket
    )
    order by bucket
    settings max_threads = 1`,
  columns: z.tuple([numbers, numbers, numbers, numbers]),
} satisfies ColumnQuery<z.ZodType>;

/** The usable energy of a connected battery from its discharges; null if none is sufficient. */
export async function energyOf(
  { clickhouse, counters }: Measurements,
  span: Span,
): Promise<UsableEnergy | null> {
  const of = lastOf(span, DAYS);
  const [[points, buckets, offsets, values], sums] = await Promise.all([
    clickhouse.queryColumns(lastReadings, { ...of, points: ofEnergy.flatMap(idsOf) }),
    counters.sums(of, ['terminal_charge', 'terminal_discharge']),
  ]);
  const byBucket = new Map<number, Map<number, { at: number; value: number }>>();
  for (let i = 0; i < points.length; i++) {
    const bucket = buckets[i] as number;
    const at = bucket * 1000 + (offsets[i] as number);
    const readingOf = byBucket.get(bucket) ?? new Map<number, { at: number; value: number }>();
    byBucket.set(bucket, readingOf.set(points[i] as number, { at, value: values[i] as number }));
  }
  const reported = new Set(points);
  const ids = ofEnergy.map((role) => idsOf(role).find((id) => reported.has(id)) ?? 0);
  const readings = [...byBucket].flatMap(([bucket, readingOf]) => {
    const [soc, charged, discharged] = ids.map((id) => readingOf.get(id));
    const charged_Wh = sums.get('terminal_charge')?.get(bucket * 1000);
    const discharged_Wh = sums.get('terminal_discharge')?.get(bucket * 1000);
    if (!soc || !charged || !discharged || charged_Wh === undefined || discharged_Wh === undefined) return [];
    const times = [soc.at, charged.at, discharged.at];
    if (Math.max(...times) - Math.min(...times) > TOGETHER_MS) return [];
    return [{ time_ms: soc.at, soc_pct: soc.value, charged_Wh, discharged_Wh }];
  });
  return usableEnergyOf(readings);
}

/**
 * Time beyond limits. Only quarters of an hour with such a temperature are read, and their neighbours: the one before
 * has the power, the one after the end. A reading is valid until the next one, for 15 minutes at most.
 */
const beyond = {
  name: 'time beyond temperatures',
  sql: `
    with held as (
      select least(leadInFrame(at, 1, at + 900000) over later - at, 900000) as ms,
        latest(hot) as hottest, latest(cold) as coldest,
        coalesce(${POWERS.map((id) => `latest(watt${id})`).join(', ')}) as power
      from (
        select toUnixTimestamp64Milli(time) as at, maxOrNullIf(value, point = ${HOTTEST}) as hot, minOrNullIf(value, point = ${COLDEST}) as cold,
          ${POWERS.map((id) => `anyOrNullIf(value, point = ${id}) as watt${id}`).join(', ')}
        from points
        where thing = {thing:UInt32} and part = 0 and point in (${[HOTTEST, COLDEST, ...POWERS].join(', ')})
          and ${within}
          and toStartOfInterval(time, interval 15 minute) in (
            select bucket + interval arrayJoin([-15, 0, 15]) minute from points_15m
            where thing = {thing:UInt32}
              and ((point = ${HOTTEST} and high > {high:Float64}) or (point = ${COLDEST} and low < {low:Float64})))
        group by time
      )
      window later as (order by at rows between current row and 1 following),
        earlier as (order by at range between 900000 preceding and current row)
    )
    select sumIf(ms, hottest > {high:Float64}) as hot, sumIf(ms, coldest < {low:Float64}) as cold,
      sumIf(ms, hottest > {high:Float64} and power < 0) as chargingHot,
      sumIf(ms, coldest < {low:Float64} and power < 0) as chargingCold
    from held
    settings max_threads = 1`.replace(/latest\((\w+)\)/g, 'anyLast($1) over earlier'),
  row: z.object({ hot: z.number(), cold: z.number(), chargingHot: z.number(), chargingCold: z.number() }),
} satisfies Query<z.ZodType>;

/** The quarters of an hour with temperature readings. */
const coverage = {
  name: 'time of known temperatures',
  sql: `
    select toUnixTimestamp(min(bucket)) * 1000 as begin, toUnixTimestamp(max(bucket)) * 1000 + 900000 as end,
      uniqExact(bucket) / 4 as hours
    from points_15m where thing = {thing:UInt32} and point in (${HOTTEST}, ${COLDEST}) and ${bucketsWithin}
    having hours > 0
    settings max_threads = 1`,
  row: z.object({ begin: z.number(), end: z.number(), hours: z.number() }),
} satisfies Query<z.ZodType>;

export interface Extremes {
  from: number;
  to: number;
  /** With readings. */
  hours: number;
  limits: { low: number | null; high: number | null };
  minutes: { hot: number; cold: number; chargingHot: number; chargingCold: number };
}

/** Time that a connected battery has spent beyond limits; null if it has reported no temperature. */
export async function extremesOf(
  clickhouse: ClickHouse,
  span: Span,
  limits: Extremes['limits'],
): Promise<Extremes | null> {
  // Thousandths, as they are stored; a missing limit becomes a value that is never reported.
  const bounds = { high: (limits.high ?? 1e6) * 1000, low: (limits.low ?? -1e6) * 1000 };
  const [[time], [spent]] = await Promise.all([
    clickhouse.query(coverage, { ...span }),
    clickhouse.query(beyond, { ...span, ...bounds }),
  ]);
  if (!time || !spent) return null;
  const minutes = Object.fromEntries(
    Object.entries(spent).map(([name, ms]) => [name, Math.round(ms / MINUTE_MS)]),
  ) as Extremes['minutes'];
  return { from: time.begin, to: time.end, hours: time.hours, limits, minutes };
}

const deep = {
  name: 'deep discharges of packs',
  sql: `
    select sum(newest) / 1000 as count, toUnixTimestamp64Milli(min(at)) as at
    from (
      select part, argMax(value, time) as newest, max(time) as at from points
      where thing = {thing:UInt32} and point = ${DEEP_DISCHARGES} and ${within} group by part
    )
    having count(*) > 0
    settings max_threads = 1`,
  row: z.object({ count: z.number(), at: z.number() }),
} satisfies Query<z.ZodType>;

/** Deep discharges counted by the packs of a device, and the oldest of their times. */
export async function deepDischargesOf(clickhouse: ClickHouse, span: Span) {
  const [found] = await clickhouse.query(deep, { ...span });
  return found ?? null;
}
