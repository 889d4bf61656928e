import { sql } from 'kysely';
import type { AuditEntry } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';

/** Cancels the requests to transfer deleted things, in the transaction that deletes them. */
export async function cancelTransfersOfDeleted(
  trx: Trx,
  ctx: Ctx,
  thingIds: readonly string[],
): Promise<{ entries: AuditEntry[] }> {
  const { rows } = await sql<{ id: string; thing_id: string | null }>`
    update site_transfers set state = 'cancelled', ended_at = ${ctx.now}, ended_by = ${ctx.caller.accountId}
    where state = 'pending' and thing_id = any(${[...thingIds]}::uuid[])
    returning id, thing_id`.execute(trx);
  const entries = rows.map(({ id, thing_id }) => ({
    action: 'site.cancelTransfer',
    objectType: 'siteTransfer',
    objectId: id,
    details: { thing: thing_id, reason: 'deleted' },
  }));
  return { entries };
}
