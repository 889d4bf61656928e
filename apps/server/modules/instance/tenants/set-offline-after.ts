import type { TenantSummary } from '@voltloop/contract';
import { sql } from 'kysely';
import { audit } from '../../../platform/audit.ts';
import type { PublicCtx } from '../../../platform/ctx.ts';
import type { Services } from '../../../platform/services.ts';
import { lockTenant, tenantSummary } from './store.ts';

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
