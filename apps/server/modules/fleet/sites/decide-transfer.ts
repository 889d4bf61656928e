import type { SiteTransfer } from '@voltloop/contract';
import { sql } from 'kysely';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import { assignments, type Trx } from '../../../platform/db.ts';
import { AppError, conflictError, forbidden, notFound } from '../../../platform/errors.ts';
import { isUuid } from '../../../platform/uuid.ts';
import { lockAccountTree } from '../../people/accounts/index.ts';
import type { Core } from './core.ts';
import { moveDevice, moveSite } from './move.ts';
import { stepsOf } from './rules.ts';
import {
  lockIfInUse,
  shownTransfer,
  type TransferRow,
  transferById,
  transferRoleOf,
} from './store-transfers.ts';

/**
 * Consents for each side the caller represents; the last consent completes the transfer. @throws forbidden, notFound,
 * transition
 */
export function acceptTransfer(core: Core, ctx: Ctx, id: string): Promise<SiteTransfer> {
  return step(core, ctx, id, 'accept', async (trx, row) => {
    const role = transferRoleOf(ctx.caller, row);
    const giver = row.giver_consent_at !== null || role.owner;
    const receiver = row.receiver_consent_at !== null || role.aboveReceiver;
    const [gives, receives, ends] = [
      giver && row.giver_consent_at === null,
      receiver && row.receiver_consent_at === null,
      giver && receiver,
    ];
    const changes = assignments({
      giver_consent_at: gives ? ctx.now : undefined,
      giver_consent_by: gives ? ctx.caller.accountId : undefined,
      receiver_consent_at: receives ? ctx.now : undefined,
      receiver_consent_by: receives ? ctx.caller.accountId : undefined,
      state: ends ? 'done' : undefined,
      ended_at: ends ? ctx.now : undefined,
      ended_by: ends ? ctx.caller.accountId : undefined,
    });
    await sql`update site_transfers set ${changes} where id = ${row.id}`.execute(trx);
    if (ends) await checkReceiver(trx, row.receiver_id);
    if (ends) await (row.site_id === null ? moveDevice : moveSite)(trx, ctx, row);
    return ends ? 'site.transfer' : 'site.acceptTransfer';
  });
}

/** @throws conflict when the receiver was deleted or may no longer sign in */
async function checkReceiver(trx: Trx, id: string): Promise<void> {
  const text = 'The account of the receiver is disabled or deleted';
  if (!(await lockIfInUse(trx, id))) throw conflictError('receiver', 'transfer.receiverGone', text);
}

/** Refuses a transfer, as its owner or receiver. @throws forbidden, notFound, transition */
export const declineTransfer = (core: Core, ctx: Ctx, id: string): Promise<SiteTransfer> =>
  step(core, ctx, id, 'decline', async (trx, row) => {
    await end(trx, ctx, row, 'declined');
    return 'site.declineTransfer';
  });

/** Cancels a request. @throws forbidden, notFound, transition */
export const cancelTransfer = (core: Core, ctx: Ctx, id: string): Promise<SiteTransfer> =>
  step(core, ctx, id, 'cancel', async (trx, row) => {
    await end(trx, ctx, row, 'cancelled');
    return 'site.cancelTransfer';
  });

async function end(trx: Trx, ctx: Ctx, row: TransferRow, state: 'declined' | 'cancelled'): Promise<void> {
  await sql`
    update site_transfers set state = ${state}, ended_at = ${ctx.now}, ended_by = ${ctx.caller.accountId}
    where id = ${row.id}`.execute(trx);
}

async function step(
  core: Core,
  ctx: Ctx,
  id: string,
  name: 'accept' | 'decline' | 'cancel',
  act: (trx: Trx, row: TransferRow) => Promise<string>,
): Promise<SiteTransfer> {
  return core.services.db.transaction().execute(async (trx) => {
    await lockAccountTree(trx, ctx.caller.tenantId, 'shared');
    const row = isUuid(id) ? await transferById(trx, ctx.caller, id) : undefined;
    if (!row) throw notFound();
    if (row.state !== 'pending' || row.expires_at <= ctx.now)
      throw new AppError('transition', { message: 'This request is no longer open' });
    const given = { giver: row.giver_consent_at !== null, receiver: row.receiver_consent_at !== null };
    if (!stepsOf(transferRoleOf(ctx.caller, row), given).includes(name)) throw forbidden();
    const action = await act(trx, row);
    await audit(trx, ctx, {
      action,
      objectType: 'siteTransfer',
      objectId: row.id,
      details: {
        ...(row.site_id === null ? { devid: row.devid } : { site: row.site_id }),
        giver: row.giver_user,
        receiver: row.receiver_user,
        share_history: row.share_history,
      },
    });
    const after = await transferById(trx, ctx.caller, row.id);
    if (!after) throw notFound();
    return shownTransfer(ctx.caller, after, ctx.now);
  });
}
