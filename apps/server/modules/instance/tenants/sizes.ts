import { sql } from 'kysely';
import { z } from 'zod';
import type { ClickHouse } from '../../../platform/clickhouse.ts';
import type { Db } from '../../../platform/db.ts';
import type { Services } from '../../../platform/services.ts';
import { devicesOf } from './export-tenant.ts';
import { countPoints, type PointTable, pointTables } from './tenant-points.ts';
import { countRows, namedIn, tenantTables } from './tenant-tables.ts';

export const sizeKinds = [
  'raw',
  'quarter_hours',
  'frames',
  'rejects',
  'audit',
  'events',
  'commands',
  'records',
] as const;
export type SizeKind = (typeof sizeKinds)[number] | 'files' | 'exports';

export interface KindSize {
  kind: SizeKind;
  rows: number;
  /** On disk, with indexes, of one replica. Of a shared table: its size by the tenant's share of its rows. */
  bytes: number;
}

const kindOfPoints: Readonly<Record<PointTable, SizeKind>> = {
  points: 'raw',
  points_15m: 'quarter_hours',
  frames: 'frames',
  rejects: 'rejects',
};

/** The kind of a table of PostgreSQL: those that grow with time, and all others. */
function kindOfTable(name: string): SizeKind {
  if (name === 'audit') return 'audit';
  if (name === 'commands') return 'commands';
  return /^(events|event_|notification_)/.test(name) ? 'events' : 'records';
}

/** What a tenant takes up in each store, by kind of data. Reads all indexes once: for an operator, not for a page. */
export async function tenantSizes(
  { db, clickhouse, config }: Pick<Services, 'db' | 'clickhouse' | 'config'>,
  tenantId: string,
): Promise<KindSize[]> {
  const sizes = new Map<SizeKind, KindSize>();
  const add = (kind: SizeKind, rows: number, bytes: number) => {
    const before = sizes.get(kind);
    sizes.set(kind, { kind, rows: rows + (before?.rows ?? 0), bytes: bytes + (before?.bytes ?? 0) });
  };
  for (const kind of sizeKinds) add(kind, 0, 0);
  const devices = await devicesOf(db, tenantId);
  for (const table of pointTables) {
    const rows = await countPoints(clickhouse, table, devices);
    const all = await partsOf(clickhouse, config.clickhouseCluster, table);
    add(kindOfPoints[table], rows, share(all.bytes, rows, all.rows));
  }
  for (const table of await tenantTables(db, tenantId, await namedIn(db, tenantId))) {
    const rows = await countRows(db, table);
    if (rows === 0) continue;
    const all = await tableSize(db, table.name);
    add(kindOfTable(table.name), rows, share(all.bytes, rows, all.rows));
  }
  const { rows: stored } = await sql<{ kind: 'files' | 'exports'; rows: number; bytes: number }>`
    select 'files' as kind, count(*)::float8 as rows, coalesce(sum(size_bytes), 0)::float8 as bytes
      from files where tenant_id = ${tenantId}::uuid
    union all
    select 'exports', count(*)::float8, coalesce(sum(r.size_bytes), 0)::float8
      from export_runs r join export_schedules s on s.id = r.schedule_id join accounts a on a.id = s.account_id
      where a.tenant_id = ${tenantId}::uuid and r.file_key is not null`.execute(db);
  for (const { kind, rows, bytes } of stored) add(kind, rows, bytes);
  return [...sizes.values()];
}

const share = (bytes: number, rows: number, all: number) =>
  all === 0 ? 0 : Math.round(bytes * Math.min(1, rows / all));

async function partsOf(
  clickhouse: ClickHouse,
  cluster: string | undefined,
  table: PointTable,
): Promise<{ rows: number; bytes: number }> {
  const [found] = await clickhouse.query(
    {
      name: `size of ${table}`,
      // Of a cluster, one replica of each shard.
      sql: `select sum(rows) as rows, sum(bytes_on_disk) as bytes
        from ${cluster ? `cluster('${cluster}', system.parts)` : 'system.parts'}
        where active and database = currentDatabase() and table = {table:String}`,
      row: z.object({ rows: z.number(), bytes: z.number() }),
    },
    { table: cluster ? `${table}_local` : table },
  );
  return found ?? { rows: 0, bytes: 0 };
}

async function tableSize(db: Db, name: string): Promise<{ rows: number; bytes: number }> {
  const { rows } = await sql<{ rows: number; bytes: number }>`
    select count(*)::float8 as rows, pg_total_relation_size(${name}::regclass)::float8 as bytes from ${sql.table(name)}`.execute(
    db,
  );
  return rows[0] ?? { rows: 0, bytes: 0 };
}
