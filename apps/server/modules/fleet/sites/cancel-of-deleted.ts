import type { AuditEntry } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';

/** Cancels the requests to transfer deleted things, in the transaction that deletes them. */
export async function cancelTransfersOfDeleted(
  trx: Trx,
  ctx: Ctx,
  thingIds: readonly string[],
): Promise<{ entries: AuditEntry[] }> {
  const rows = await trx
    .updateTable('site_transfers')
    .set({ state: 'cancelled', ended_at: ctx.now, ended_by: ctx.caller.accountId })
    .where('state', '=', 'pending')
    .where('thing_id', 'in', [...thingIds])
    .returning(['id', 'thing_id'])
    .execute();
  const entries = rows.map(({ id, thing_id }) => ({
    action: 'site.cancelTransfer',
    objectType: 'siteTransfer',
    objectId: id,
    details: { thing: thing_id, reason: 'deleted' },
  }));
  return { entries };
}
