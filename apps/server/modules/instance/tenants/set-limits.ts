import type { TenantLimitsBody, TenantSummary } from '@voltloop/contract';
import { audit } from '../../../platform/audit.ts';
import type { PublicCtx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
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
    ...(devices === undefined ? {} : { max_devices: devices }),
    ...(accounts === undefined ? {} : { max_accounts: accounts }),
    ...(frames_per_second === undefined
      ? {}
      : { max_frames_per_s: frames_per_second === null ? null : String(frames_per_second) }),
    ...(files_mb === undefined ? {} : { max_files_mb: files_mb }),
  };
  if (Object.keys(changes).length === 0) return;
  await trx.updateTable('tenants').set(changes).where('id', '=', tenantId).execute();
}
