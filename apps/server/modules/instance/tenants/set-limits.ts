import type { TenantLimitsBody, TenantSummary } from '@voltloop/contract';
import { sql } from 'kysely';
import { audit } from '../../../platform/audit.ts';
import type { PublicCtx } from '../../../platform/ctx.ts';
import { assignments, type Trx } from '../../../platform/db.ts';
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
