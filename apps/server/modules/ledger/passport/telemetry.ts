import { idOf } from '@voltloop/device-models/core-points.ts';
import type { UsableEnergy } from '@voltloop/domain/battery-test/index.ts';
import { asksFor, attributes, type Category } from '@voltloop/domain/passport/index.ts';
import { z } from 'zod';
import { lastOf, type Measurements, type Span } from './span.ts';
import { deepDischargesOf, type Extremes, energyOf, extremesOf } from './telemetry-periods.ts';

/** Days in which extremes and last readings are searched. */
const DAYS = 30;
const roles = ['soc', 'soh', 'cycles', 'cell_t_max', 'cell_t_min'] as const;
/** Of counters, the accepted level. */
const counterRoles = ['terminal_charge', 'terminal_discharge'] as const;
type Name = (typeof roles)[number] | (typeof counterRoles)[number];
const ids = new Map(roles.map((role) => [idOf(role), role]));

const last = {
  name: 'last readings of a passport',
  sql: `
    select point, toUnixTimestamp64Milli(max(time)) as at, argMax(value, time) / 1000 as last, min(value) / 1000 as low,
        max(value) / 1000 as high
    from points
    where thing = {thing:UInt32} and part = 0 and point in {points:Array(UInt16)}
      and time >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') and time < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
    group by point
    settings max_threads = 1`,
  row: z.object({ point: z.number(), at: z.number(), last: z.number(), low: z.number(), high: z.number() }),
};

export interface Reading {
  at: string;
  last: number;
  low: number;
  high: number;
}
export type Readings = Partial<Record<Name, Reading>>;

/** Last readings and extremes of a connected product, in the units of the information model. */
export async function readingsOf({ clickhouse, counters }: Measurements, span: Span): Promise<Readings> {
  const of = lastOf(span, DAYS);
  const [rows, levels] = await Promise.all([
    clickhouse.query(last, { ...of, points: [...ids.keys()] }),
    counters.levels(of, counterRoles),
  ]);
  const at = (time_ms: number) => new Date(time_ms).toISOString();
  return Object.fromEntries([
    ...rows.map(({ point, at: time_ms, ...values }) => [ids.get(point), { at: at(time_ms), ...values }]),
    ...[...levels].map(([name, { value, time_ms }]) => [
      name,
      { at: at(time_ms), last: value, low: value, high: value },
    ]),
  ]);
}

/** The reports of a connected product that its category requires. */
export interface Reported {
  readings: Readings;
  energy: UsableEnergy | null;
  extremes: Extremes | null;
  deepDischarges: { count: number; at: number } | null;
}

export const nothingReported: Reported = { readings: {}, energy: null, extremes: null, deepDischarges: null };

export async function reportedBy(
  from: Measurements,
  { span, category, limits }: { span: Span; category: Category; limits: Extremes['limits'] },
): Promise<Reported> {
  const needs = (code: string) => attributes.some((each) => each.code === code && asksFor(each, category));
  const [readings, energy, extremes, deepDischarges] = await Promise.all([
    readingsOf(from, span),
    needs('soce') ? energyOf(from, span) : null,
    needs('minutesHot') ? extremesOf(from.clickhouse, span, limits) : null,
    needs('deepDischarges') ? deepDischargesOf(from.clickhouse, span) : null,
  ]);
  return { readings, energy, extremes, deepDischarges };
}
