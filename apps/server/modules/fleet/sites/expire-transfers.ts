import { sql } from 'kysely';
import { auditAll } from '../../../platform/audit.ts';
import type { Services } from '../../../platform/services.ts';
import { systemCtx } from '../../../platform/system-ctx.ts';

/** Ends requests that were not decided in time. @returns how many */
export async function expireTransfers({ db, clock, log }: Services): Promise<number> {
  const now = clock();
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: string; tenant_id: string }>`
      update site_transfers set state = 'expired', ended_at = ${now}
      where state = 'pending' and expires_at <= ${now} returning id, tenant_id`.execute(trx);
    const ctx = systemCtx({ log }, now);
    await auditAll(
      trx,
      ctx,
      rows.map(({ id, tenant_id }) => ({
        action: 'site.expireTransfer',
        objectType: 'siteTransfer',
        objectId: id,
        tenantId: tenant_id,
      })),
    );
    return rows.length;
  });
}
