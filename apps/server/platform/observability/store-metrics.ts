import { statfs } from 'node:fs/promises';
import { Gauge } from 'prom-client';
import { z } from 'zod';
import type { Query } from '../clickhouse.ts';
import { oneRow } from '../db.ts';
import type { Services } from '../services.ts';

const devices = new Gauge({
  name: 'voltloop_devices',
  help: 'Devices by status, of all tenants. Every node gives the same value: take the maximum.',
  labelNames: ['status'],
});
const waiting = new Gauge({
  name: 'voltloop_queue_waiting',
  help: 'Rows of a queue in PostgreSQL that are due and not done. Every node gives the same value.',
  labelNames: ['queue'],
});
const oldest = new Gauge({
  name: 'voltloop_queue_oldest_seconds',
  help: 'Age of the oldest row of a queue that is due; 0 without one.',
  labelNames: ['queue'],
});
const diskFree = new Gauge({
  name: 'voltloop_disk_free_bytes',
  help: 'Free space on the disk of the data folder.',
});
const diskSize = new Gauge({
  name: 'voltloop_disk_size_bytes',
  help: 'Size of the disk of the data folder.',
});

const lastBackup = new Gauge({
  name: 'voltloop_backup_last_success_timestamp_seconds',
  help: 'Begin of the newest backup that was completed; absent before the first.',
});
const failedBackups = new Gauge({
  name: 'voltloop_backup_failures',
  help: 'Backups since the last success that failed or never ended.',
});
const replicationLag = new Gauge({
  name: 'voltloop_postgres_replication_lag_bytes',
  help: 'WAL that a standby has not replayed yet; absent without standbys, and without the right pg_monitor.',
  labelNames: ['standby'],
});
const clickhouseParts = new Gauge({
  name: 'voltloop_clickhouse_parts',
  help: 'Largest number of active parts in a partition of a table: above 1,000 inserts are delayed, above 3,000 refused.',
  labelNames: ['table'],
});
const clickhouseReplicas = new Gauge({
  name: 'voltloop_clickhouse_replica_delay_seconds',
  help: 'Delay of the replica that answers, by table; a read-only replica counts as a day. Absent without replicas.',
  labelNames: ['table'],
});

const statuses = ['offline', 'online', 'fault', 'upgrading', 'not_activated'] as const;

/** Due rows, by queue. Each condition matches an index, so that finished rows are not read. */
const QUEUES = `
  select 'notifications' as queue, count(*)::int as waiting, min(next_at) as oldest
    from notification_messages where state = 'waiting' and next_at <= $1
  union all select 'report_emails', count(*)::int, min(next_at) from report_emails where state = 'waiting' and next_at <= $1
  union all select 'exports', count(*)::int, min(next_at) from export_runs where state = 'waiting' and next_at <= $1
  union all select 'account_emails', count(*)::int, min(next_at)
    from account_emails where state = 'waiting' and next_at <= $1
  union all select 'reporting', count(*)::int, min(next_at)
    from report_attempts where state = 'waiting' and channel = 'http' and next_at <= $1
  union all select 'commands', count(*)::int, min(created_at) from commands where state in ('queued', 'sent')`;

const BACKUPS = `
  select max(begun_at) filter (where ended_at is not null and error is null) as succeeded,
    (select count(*)::int from backup_runs f
      where (f.error is not null or (f.ended_at is null and f.begun_at < $1::timestamptz - interval '1 day'))
        and f.begun_at > coalesce((select max(begun_at) from backup_runs where ended_at is not null and error is null), '-infinity')
    ) as failed
  from backup_runs`;

const STANDBYS = `
  select coalesce(nullif(application_name, ''), host(client_addr), 'local') as standby,
    pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::float8 as bytes
  from pg_stat_replication where replay_lsn is not null and not pg_is_in_recovery()`;

const partsByTable = {
  name: 'parts by table',
  sql: `
    select table, max(parts) as parts
    from (select table, partition, count() as parts from system.parts where active and database = currentDatabase() group by table, partition)
    group by table`,
  row: z.object({ table: z.string(), parts: z.coerce.number() }),
} satisfies Query<z.ZodType>;

const replicas = {
  name: 'replicas',
  sql: `
    select table, if(is_readonly, 86400, absolute_delay) as delay_s
    from system.replicas where database = currentDatabase()`,
  row: z.object({ table: z.string(), delay_s: z.coerce.number() }),
} satisfies Query<z.ZodType>;

/** Updates the gauges of this process from the stores and the disk. A store that does not answer leaves out its own only. */
export async function readStoreMetrics(
  services: Pick<Services, 'pool' | 'clock' | 'config' | 'clickhouse'>,
): Promise<void> {
  const outcomes = await Promise.allSettled([readPostgresMetrics(services), readClickhouseMetrics(services)]);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}

async function readClickhouseMetrics({ clickhouse }: Pick<Services, 'clickhouse'>): Promise<void> {
  const [parts, delays] = await Promise.all([
    clickhouse.query(partsByTable),
    clickhouse.query(replicas),
  ]).finally(() => {
    clickhouseParts.reset();
    clickhouseReplicas.reset();
  });
  for (const { table, parts: count } of parts) clickhouseParts.set({ table }, count);
  for (const { table, delay_s } of delays) clickhouseReplicas.set({ table }, delay_s);
}

async function readPostgresMetrics({
  pool,
  clock,
  config,
}: Pick<Services, 'pool' | 'clock' | 'config'>): Promise<void> {
  const now = clock();
  const [backups, standbys, queues, byStatus, disk] = await Promise.all([
    pool.query<{ succeeded: Date | null; failed: number }>(BACKUPS, [now]),
    pool.query<{ standby: string; bytes: number }>(STANDBYS),
    pool.query<{ queue: string; waiting: number; oldest: Date | null }>(QUEUES, [now]),
    pool.query<{ status: number; count: number }>(
      'select status, count(*)::int as count from thing_state group by status',
    ),
    statfs(config.dataDir).catch(() => null),
  ]);
  const { succeeded, failed } = oneRow(backups);
  if (succeeded) lastBackup.set(succeeded.getTime() / 1000);
  failedBackups.set(failed);
  replicationLag.reset();
  for (const { standby, bytes } of standbys.rows) replicationLag.set({ standby }, bytes);
  for (const row of queues.rows) {
    waiting.set({ queue: row.queue }, row.waiting);
    const age_ms = row.oldest ? now.getTime() - row.oldest.getTime() : 0;
    oldest.set({ queue: row.queue }, Math.max(0, age_ms) / 1000);
  }
  for (const [status, name] of statuses.entries())
    devices.set({ status: name }, byStatus.rows.find((row) => row.status === status)?.count ?? 0);
  if (!disk) return;
  diskFree.set(disk.bavail * disk.bsize);
  diskSize.set(disk.blocks * disk.bsize);
}
