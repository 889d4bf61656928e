import { z } from 'zod';
import type { ClickHouse } from '../../../platform/clickhouse.ts';
import { keptQuarterHours, keptRaw } from './kept-points.ts';

/** A ClickHouse table partitioned by month, and the points to keep of an old month; null drops the whole month. */
interface Measured {
  table: string;
  time: string;
  stays: readonly number[] | null;
}

const tables = {
  raw: { table: 'points', time: 'time', stays: keptRaw },
  quarterHours: { table: 'points_15m', time: 'bucket', stays: keptQuarterHours },
  frames: { table: 'frames', time: 'time', stays: null },
} as const satisfies Record<string, Measured>;
export type MeasuredKind = keyof typeof tables;

export const isMeasured = (kind: string): kind is MeasuredKind => kind in tables;

/** Devices by their keys: only these, or all except these. */
export interface Scope {
  keys: readonly number[];
  only: boolean;
}

export interface RemovedMonth {
  /** For example 202601. */
  month: number;
  rows: number;
}

export interface Removal {
  removed: RemovedMonth | null;
  /** Whether another round is needed. */
  more: boolean;
}

const COUNT = z.object({ rows: z.number() });

/**
 * Removes data of the oldest month of a kind that begins before `before_ms` and has data to remove. ClickHouse may
 * still be working on it when this resolves; until it has finished, no further statement is sent.
 * @param ownCounters Ids of counters that models have on their own, which stay with those of the core.
 * @param scope Devices to remove; only without it a whole month is dropped.
 */
export async function removeOldestMonth(
  clickhouse: ClickHouse,
  cluster: string | undefined,
  kind: MeasuredKind,
  before_ms: number,
  ownCounters: readonly number[],
  scope?: Scope,
): Promise<Removal> {
  const { table, time, stays: core } = tables[kind];
  const stays = core && [...core, ...ownCounters];
  const local = cluster ? `${table}_local` : table;
  const on = cluster ? `${local} on cluster ${cluster}` : local;
  if ((stays || scope) && (await isAtWork(clickhouse, cluster, local))) return { removed: null, more: true };
  const months = await clickhouse.query(
    {
      name: 'months with parts',
      sql: `select toUInt32(partition) as month, sum(p.rows) as stored from ${systemTable('parts', cluster)} p
        where database = currentDatabase() and table = {table:String} and active and toUInt32(partition) < {before:UInt32}
        group by month having stored > 0 order by month`,
      row: z.object({ month: z.number(), stored: z.number() }),
    },
    { table: local, before: monthOf(before_ms) },
  );
  for (const { month, stored } of months) {
    if (!stays && !scope) {
      await clickhouse.client.command({ query: `alter table ${on} drop partition ${month}` });
      return { removed: { month, rows: stored }, more: months.length > 1 };
    }
    if (scope) {
      const rows = await scopedSurplus(clickhouse, { table, time, stays }, month, scope);
      if (rows === 0) continue;
      await clickhouse.client.command({
        query: `alter table ${on} delete in partition ${month} where ${removable(stays)} and ${conditionOf(scope)}`,
        query_params: { keys: [...scope.keys] },
      });
      return { removed: { month, rows }, more: true };
    }
    if (!stays) continue;
    const surplus = await surplusOf(clickhouse, { table, time, stays }, month, stored);
    if (surplus === 0) continue;
    await clickhouse.client.command({
      query: `alter table ${on} delete in partition ${month} where ${removable(stays)}`,
    });
    return { removed: { month, rows: surplus }, more: true };
  }
  return { removed: null, more: false };
}

const removable = (stays: readonly number[] | null) => (stays ? `point not in (${stays.join(', ')})` : '1');

/** The keys are a parameter: those of a large tenant would make the statement too long. */
const conditionOf = ({ keys, only }: Scope) =>
  keys.length === 0 ? (only ? '0' : '1') : `thing ${only ? 'in' : 'not in'} {keys:Array(UInt32)}`;

/** Rows of a month to remove, of some devices. */
async function scopedSurplus(
  clickhouse: ClickHouse,
  { table, time, stays }: Measured,
  month: number,
  scope: Scope,
): Promise<number> {
  const [found] = await clickhouse.query(
    {
      name: `rows of tenants that go from ${table}`,
      sql: `select count() as rows from ${table}
        where toYYYYMM(${time}) = {month:UInt32} and ${removable(stays)} and ${conditionOf(scope)}`,
      row: COUNT,
    },
    { month, keys: [...scope.keys] },
  );
  return found?.rows ?? 0;
}

/** Rows of a month to remove. Counts the kept rows, since they are few and found by the primary key. */
async function surplusOf(
  clickhouse: ClickHouse,
  { table, time, stays }: { table: string; time: string; stays: readonly number[] },
  month: number,
  stored: number,
): Promise<number> {
  const params = { month, stays: [...stays] };
  const within = `toYYYYMM(${time}) = {month:UInt32}`;
  const [kept] = await clickhouse.query(
    {
      name: `rows that stay in ${table}`,
      sql: `select count() as rows from ${table} where ${within} and point in {stays:Array(UInt16)}`,
      row: COUNT,
    },
    params,
  );
  const surplus = stored - (kept?.rows ?? 0);
  if (surplus <= 0) return 0;
  // A merge between the two counts removes duplicates.
  const [found] = await clickhouse.query(
    {
      name: `a row that goes from ${table}`,
      sql: `select toUInt8(1) as rows from ${table} where ${within} and point not in {stays:Array(UInt16)} limit 1`,
      row: COUNT,
    },
    params,
  );
  return found ? surplus : 0;
}

/** Whether ClickHouse is still removing rows of a table. @throws when it has failed */
async function isAtWork(
  clickhouse: ClickHouse,
  cluster: string | undefined,
  table: string,
): Promise<boolean> {
  const [mutations] = await clickhouse.query(
    {
      name: 'removals under way',
      sql: `select count() as rows, max(latest_fail_reason) as failure from ${systemTable('mutations', cluster)}
        where database = currentDatabase() and table = {table:String} and not is_done`,
      row: COUNT.extend({ failure: z.string() }),
    },
    { table },
  );
  if (mutations?.failure)
    throw new Error(`ClickHouse could not remove rows of ${table}: ${mutations.failure}`);
  return (mutations?.rows ?? 0) > 0;
}

/** A system table of one replica of each shard; the settings have validated the name `cluster`. */
const systemTable = (name: string, cluster: string | undefined) =>
  cluster ? `cluster('${cluster}', system.${name})` : `system.${name}`;

/** The partition name of a moment's month. */
function monthOf(ms: number): number {
  const date = new Date(ms);
  return date.getUTCFullYear() * 100 + date.getUTCMonth() + 1;
}
