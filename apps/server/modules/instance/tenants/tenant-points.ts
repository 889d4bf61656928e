import { z } from 'zod';
import type { ClickHouse } from '../../../platform/clickhouse.ts';

/** Selects a tenant's rows in ClickHouse: by the keys of its devices, and by their ids for rejects. */
export interface Devices {
  keys: readonly number[];
  devids: readonly string[];
}

export const pointTables = ['points', 'points_15m', 'frames', 'rejects'] as const;
export type PointTable = (typeof pointTables)[number];

/** Devices in one statement. */
const CHUNK = 20_000;

/** Conditions that together select all rows of a table, each with a limited number of devices. */
export function conditionsOf(
  table: PointTable,
  { keys, devids }: Devices,
): { sql: string; params: object }[] {
  const all: { sql: string; params: object }[] = [];
  const list = table === 'rejects' ? devids : keys;
  for (let i = 0; i < list.length; i += CHUNK) {
    const some = list.slice(i, i + CHUNK);
    all.push(
      table === 'rejects'
        ? { sql: 'devid in {some:Array(String)}', params: { some } }
        : { sql: 'thing in {some:Array(UInt32)}', params: { some } },
    );
  }
  return all;
}

export async function countPoints(
  clickhouse: ClickHouse,
  table: PointTable,
  devices: Devices,
): Promise<number> {
  let count = 0;
  for (const { sql, params } of conditionsOf(table, devices)) {
    const query = {
      name: `rows of a tenant in ${table}`,
      sql: `select count() as n from ${table} where ${sql}`,
      row: z.object({ n: z.number() }),
    };
    count += (await clickhouse.query(query, params as Record<string, unknown>))[0]?.n ?? 0;
  }
  return count;
}

/** Deletes them, and waits until ClickHouse has rewritten the affected parts on every replica. */
export async function deletePoints(
  clickhouse: ClickHouse,
  cluster: string | undefined,
  table: PointTable,
  devices: Devices,
): Promise<void> {
  if ((await countPoints(clickhouse, table, devices)) === 0) return;
  const on = cluster ? `${table}_local on cluster ${cluster}` : table;
  for (const { sql, params } of conditionsOf(table, devices))
    await clickhouse.client.command({
      query: `alter table ${on} delete where ${sql}`,
      query_params: params as Record<string, unknown>,
      clickhouse_settings: { mutations_sync: '2' },
    });
}
