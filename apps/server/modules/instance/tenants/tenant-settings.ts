import type { TenantLimitsBody, TenantRetentionBody, TenantSummary } from '@voltloop/contract';
import { sql } from 'kysely';
import { audit } from '../../../platform/audit.ts';
import type { PublicCtx } from '../../../platform/ctx.ts';
import { assignments, type Trx } from '../../../platform/db.ts';
import { notify } from '../../../platform/notices.ts';
import type { Services } from '../../../platform/services.ts';
import { lockTenant, tenantSummary } from './store.ts';

/** Changes the given limits of a tenant. Existing data stay, even above a limit. @throws notFound */
export async function setTenantLimits(
  { db }: Pick<Services, 'db'>,
  ctx: PublicCtx,
  tenantId: string,
  limits: Partial<TenantLimitsBody>,
): Promise<TenantSummary> {
  return db.transaction().execute(async (trx) => {
    await lockTenant(trx, tenantId);
    const { limits: before } = await tenantSummary(trx, tenantId);
    await writeLimits(trx, tenantId, limits);
    const after = await tenantSummary(trx, tenantId);
    await audit(trx, ctx, {
      action: 'tenant.limits',
      objectType: 'tenant',
      objectId: tenantId,
      tenantId,
      details: { before, after: after.limits },
    });
    return after;
  });
}

export async function writeLimits(
  trx: Trx,
  tenantId: string,
  { devices, accounts, frames_per_second, files_mb }: Partial<TenantLimitsBody>,
): Promise<void> {
  const changes = {
    max_devices: devices,
    max_accounts: accounts,
    max_frames_per_s: frames_per_second,
    max_files_mb: files_mb,
  };
  if (Object.values(changes).every((value) => value === undefined)) return;
  await sql`update tenants set ${assignments(changes)} where id = ${tenantId}`.execute(trx);
}

/**
 * Sets after which silence the devices of a tenant are offline, s; null for the time of their model. Devices with a time
 * of their own keep it.
 * @throws notFound
 */
export async function setTenantOfflineAfter(
  { db }: Pick<Services, 'db'>,
  ctx: PublicCtx,
  tenantId: string,
  offline_after_s: number | null,
): Promise<TenantSummary> {
  return db.transaction().execute(async (trx) => {
    await lockTenant(trx, tenantId);
    const { offline_after_s: before } = await tenantSummary(trx, tenantId);
    await sql`update tenants set offline_after_s = ${offline_after_s} where id = ${tenantId}`.execute(trx);
    await audit(trx, ctx, {
      action: 'tenant.offlineAfter',
      objectType: 'tenant',
      objectId: tenantId,
      tenantId,
      details: { before, after: offline_after_s },
    });
    return tenantSummary(trx, tenantId);
  });
}

/** Changes the given retention days of a tenant. Older data are removed within a day. @throws notFound */
export async function setTenantRetention(
  { db }: Pick<Services, 'db'>,
  ctx: PublicCtx,
  tenantId: string,
  { raw, quarter_hours, frames, events, commands }: Partial<TenantRetentionBody>,
): Promise<TenantSummary> {
  return db.transaction().execute(async (trx) => {
    await lockTenant(trx, tenantId);
    const { retention: before } = await tenantSummary(trx, tenantId);
    const changes = {
      raw_days: raw,
      quarter_hour_days: quarter_hours,
      frames_days: frames,
      events_days: events,
      commands_days: commands,
    };
    if (Object.values(changes).some((value) => value !== undefined))
      await sql`update tenants set ${assignments(changes)} where id = ${tenantId}`.execute(trx);
    const after = await tenantSummary(trx, tenantId);
    // Checked now rather than a day after the last run.
    await sql`update retention_runs set next_at = ${ctx.now} where next_at > ${ctx.now}`.execute(trx);
    // Cached devices include these days.
    await notify(trx, 'voltloop_things', '');
    await audit(trx, ctx, {
      action: 'tenant.retention',
      objectType: 'tenant',
      objectId: tenantId,
      tenantId,
      details: { before, after: after.retention },
    });
    return after;
  });
}
