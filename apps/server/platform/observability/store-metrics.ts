import { statfs } from 'node:fs/promises';
import { Gauge } from 'prom-client';
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

/** Updates the gauges of this process from the stores and the disk. */
export async function readStoreMetrics({
  pool,
  clock,
  config,
}: Pick<Services, 'pool' | 'clock' | 'config'>): Promise<void> {
  const now = clock();
  const [queues, byStatus, disk] = await Promise.all([
    pool.query<{ queue: string; waiting: number; oldest: Date | null }>(QUEUES, [now]),
    pool.query<{ status: number; count: number }>(
      'select status, count(*)::int as count from thing_state group by status',
    ),
    statfs(config.dataDir).catch(() => null),
  ]);
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
