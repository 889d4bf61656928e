import type { TenantSummary } from '@voltloop/contract';
import { sql } from 'kysely';
import { audit } from '../../../platform/audit.ts';
import type { PublicCtx } from '../../../platform/ctx.ts';
import { notify } from '../../../platform/notices.ts';
import type { Services } from '../../../platform/services.ts';
import { lockTenant, tenantSummary } from './store.ts';

/**
 * Disables or enables a tenant. When disabled, its sessions end, its sign-ins and API tokens are refused at once, and
 * its devices are disconnected and refused. Nothing is deleted. @throws notFound
 */
export async function setTenantState(
  { db }: Pick<Services, 'db'>,
  ctx: PublicCtx,
  tenantId: string,
  disabled: boolean,
): Promise<TenantSummary> {
  return db.transaction().execute(async (trx) => {
    const before = await lockTenant(trx, tenantId);
    if (before.disabled !== disabled) {
      await sql`
        update tenants set disabled_at = ${disabled ? ctx.now : null} where id = ${tenantId}`.execute(trx);
      const ended = disabled
        ? await sql`update sessions s set revoked_at = ${ctx.now}::timestamptz, end_reason = 'revoked'
            from accounts a where a.id = s.account_id and a.tenant_id = ${tenantId}::uuid and s.revoked_at is null
              and s.ends_at > ${ctx.now}::timestamptz`.execute(trx)
        : null;
      if (disabled)
        await sql`delete from login_codes c using accounts a
          where a.id = c.account_id and a.tenant_id = ${tenantId}::uuid and c.used_at is null`.execute(trx);
      // Every node invalidates its cached sessions, tokens and devices.
      await notify(trx, 'voltloop_accounts', `tenant:${tenantId}`);
      await notify(trx, 'voltloop_things', '');
      await audit(trx, ctx, {
        action: disabled ? 'tenant.disable' : 'tenant.enable',
        objectType: 'tenant',
        objectId: tenantId,
        tenantId,
        details: ended ? { sessions_ended: Number(ended.numAffectedRows ?? 0) } : {},
      });
    }
    return tenantSummary(trx, tenantId);
  });
}
