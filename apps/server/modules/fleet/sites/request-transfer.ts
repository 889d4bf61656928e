import type { BodyOf, requestTransfer as requestRoute, SiteTransfer } from '@voltloop/contract';
import { TRANSFER_DAYS } from '@voltloop/contract';
import { sql } from 'kysely';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import { oneRow, type Trx } from '../../../platform/db.ts';
import { AppError, conflictError, fieldError, forbidden, notFound } from '../../../platform/errors.ts';
import {
  type AccountRow,
  accountById,
  accountByUserName,
  loadAccount,
  lockAccountTree,
} from '../../people/accounts/index.ts';
import { findThing } from '../things/index.ts';
import { type Core, mayManageSites } from './core.ts';
import { findSite } from './find-site.ts';
import { checkOwnerKind } from './keep-site.ts';
import { holderOf, shownTransfer, siteOfThing, transferById, transferRoleOf } from './store-transfers.ts';

const DAY_MS = 86_400_000;

/**
 * Requests the transfer of a site or a device to another account of the tenant. The owner consents with the request.
 * @throws forbidden, notFound, validation, conflict when a request is pending
 */
export async function requestTransfer(
  core: Core,
  ctx: Ctx,
  body: BodyOf<typeof requestRoute>,
): Promise<SiteTransfer> {
  return core.services.db.transaction().execute(async (trx) => {
    await lockAccountTree(trx, ctx.caller.tenantId, 'shared');
    const { giver, of } = await subjectOf(trx, ctx, body);
    if (!mayManageSites(ctx.caller.roleId) && giver.id !== ctx.caller.accountId) throw forbidden();
    const receiver = await receiverOf(trx, ctx, body.receiver);
    if (receiver.id === giver.id)
      throw fieldError('receiver', 'transfer.same', 'This account already has it');
    const owner = transferRoleOf(ctx.caller, {
      giver_id: giver.id,
      giver_kind: giver.kind,
      giver_path: giver.path,
      receiver_path: receiver.path,
      requested_by: ctx.caller.accountId,
    }).owner;
    const consent = owner ? { at: ctx.now, by: ctx.caller.accountId } : { at: null, by: null };
    const expires = new Date(ctx.now.getTime() + TRANSFER_DAYS * DAY_MS);
    const { id } = oneRow(
      await sql<{ id: string }>`
        insert into site_transfers (site_id, thing_id, tenant_id, giver_id, receiver_id, share_history, message,
          requested_by, created_at, expires_at, giver_consent_at, giver_consent_by)
        values (${of.site_id ?? null}, ${of.thing_id ?? null}, ${ctx.caller.tenantId}, ${giver.id}, ${receiver.id},
          ${body.share_history}, ${body.message}, ${ctx.caller.accountId}, ${ctx.now}, ${expires}, ${consent.at},
          ${consent.by})
        returning id`
        .execute(trx)
        .catch(asConflict),
    );
    await audit(trx, ctx, {
      action: 'site.requestTransfer',
      objectType: 'siteTransfer',
      objectId: id,
      details: { ...of, receiver: receiver.userName, share_history: body.share_history },
    });
    const row = await transferById(trx, ctx.caller, id);
    if (!row) throw notFound();
    return shownTransfer(ctx.caller, row, ctx.now);
  });
}

async function subjectOf(
  trx: Trx,
  ctx: Ctx,
  body: BodyOf<typeof requestRoute>,
): Promise<{ giver: AccountRow; of: { site_id?: string; thing_id?: string } }> {
  if (body.site !== undefined) {
    const site = await findSite(trx, ctx, body.site, 'lock');
    const giver = await accountById(trx, site.accountId);
    if (!giver) throw new AppError('conflict', { message: 'The account of this site was deleted' });
    return { giver, of: { site_id: site.id } };
  }
  const thing = await findThing(trx, ctx.caller, body.devid ?? '');
  const accountId =
    (await siteOfThing(trx, thing.id))?.account_id ?? (await holderOf(trx, ctx.caller, thing.id));
  if (accountId === undefined)
    throw fieldError('devid', 'transfer.unbound', 'The device is not bound to an account: bind it instead');
  return { giver: await loadAccount(trx, ctx.caller, accountId), of: { thing_id: thing.id } };
}

async function receiverOf(trx: Trx, ctx: Ctx, userName: string): Promise<AccountRow> {
  const account = await accountByUserName(trx, userName);
  if (!account || account.tenantId !== ctx.caller.tenantId)
    throw fieldError('receiver', 'transfer.receiver', 'There is no account with this user name');
  checkOwnerKind(account.kind, 'receiver');
  return account;
}

function asConflict(error: unknown): never {
  if ((error as { code?: string }).code === '23505')
    throw conflictError('site', 'transfer.waiting', 'There is already an open request for it');
  throw error;
}
