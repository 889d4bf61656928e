import type { TenantRetentionBody, TenantSummary } from '@voltloop/contract';
import { sql } from 'kysely';
import { audit } from '../../../platform/audit.ts';
import type { PublicCtx } from '../../../platform/ctx.ts';
import { assignments } from '../../../platform/db.ts';
import { notify } from '../../../platform/notices.ts';
import type { Services } from '../../../platform/services.ts';
import { lockTenant, tenantSummary } from './store.ts';

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
