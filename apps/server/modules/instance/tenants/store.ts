import type { TenantSummary } from '@voltloop/contract';
import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db.ts';
import { notFound } from '../../../platform/errors.ts';
import { isUuid } from '../../../platform/uuid.ts';

/** The SQL of tenants. */

interface Row {
  id: string;
  name: string;
  time_zone: string;
  created_at: Date;
  disabled_at: Date | null;
  main_account: string | null;
  max_devices: number | null;
  max_accounts: number | null;
  max_frames_per_s: number | null;
  max_files_mb: number | null;
  raw_days: number | null;
  quarter_hour_days: number | null;
  frames_days: number | null;
  events_days: number | null;
  commands_days: number | null;
  offline_after_s: number | null;
  devices: number;
  accounts: number;
  file_bytes: string;
}

/** All tenants, or one, with their current usage. */
export async function tenantSummaries(db: Db | Trx, id?: string): Promise<TenantSummary[]> {
  const { rows } = await sql<Row>`
    select t.id, t.name, t.time_zone, t.created_at, t.disabled_at, t.max_devices, t.max_accounts,
      t.max_frames_per_s::float8 as max_frames_per_s, t.max_files_mb,
      t.raw_days, t.quarter_hour_days, t.frames_days, t.events_days, t.commands_days, t.offline_after_s,
      (select a.user_name::text from accounts a where a.tenant_id = t.id and a.kind = 'main' and a.deleted_at is null)
        as main_account,
      (select count(*)::int from things d where d.tenant_id = t.id and d.deleted_at is null) as devices,
      (select count(*)::int from accounts a where a.tenant_id = t.id and a.deleted_at is null) as accounts,
      coalesce((select u.bytes from file_usage u where u.owner_id = t.id), 0) as file_bytes
    from tenants t
    ${id === undefined ? sql`` : sql`where t.id = ${id}::uuid`}
    order by t.created_at, t.id`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    time_zone: row.time_zone,
    created_at: row.created_at.getTime(),
    disabled_at: row.disabled_at?.getTime() ?? null,
    main_account: row.main_account,
    limits: {
      devices: row.max_devices,
      accounts: row.max_accounts,
      frames_per_second: row.max_frames_per_s,
      files_mb: row.max_files_mb,
    },
    retention: {
      raw: row.raw_days,
      quarter_hours: row.quarter_hour_days,
      frames: row.frames_days,
      events: row.events_days,
      commands: row.commands_days,
    },
    offline_after_s: row.offline_after_s,
    usage: {
      devices: row.devices,
      accounts: row.accounts,
      files_mb: Math.round(Number(row.file_bytes) / 1e3) / 1e3,
    },
  }));
}

/** @throws notFound */
export async function tenantSummary(db: Db | Trx, id: string): Promise<TenantSummary> {
  const [tenant] = isUuid(id) ? await tenantSummaries(db, id) : [];
  if (!tenant) throw notFound();
  return tenant;
}

/** Locks a tenant's row, so that changes of it are serialised. @throws notFound */
export async function lockTenant(trx: Trx, id: string): Promise<{ disabled: boolean }> {
  const { rows } = isUuid(id)
    ? await sql<{ disabled: boolean }>`select disabled_at is not null as disabled from tenants
        where id = ${id} for no key update`.execute(trx)
    : { rows: [] };
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** ClickHouse keys of a tenant's devices, including deleted ones. */
export async function deviceKeys(db: Db, tenantId: string): Promise<number[]> {
  const { rows } = await sql<{ key: number }>`select key from things where tenant_id = ${tenantId}`.execute(
    db,
  );
  return rows.map(({ key }) => key);
}
