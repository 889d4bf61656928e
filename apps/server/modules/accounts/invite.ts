import { createHash, randomBytes } from 'node:crypto';
import type * as contract from '@voltloop/contract';
import { type BodyOf, type Invitation, mayBeBelow, type Page, type QueryOf } from '@voltloop/contract';
import { audit } from '../../platform/audit.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { AppError, fieldError, forbidden, notFound } from '../../platform/errors.ts';
import { pageWindow } from '../../platform/paging.ts';
import type { Core } from './core.ts';
import { mayManageAccounts } from './rules.ts';
import { holdTree } from './store.ts';
import {
  findInvitations,
  insertInvitation,
  invitationById,
  revokeInvitation as writeRevoked,
} from './store-invitations.ts';
import { loadAccount } from './visibility.ts';

/** 128 random bits, so that the code cannot be guessed and a plain hash is enough to store it. */
const CODE_BYTES = 16;

export const invitationHash = (code: string): Buffer => createHash('sha256').update(code).digest();

/**
 * Makes an invitation for accounts of one kind directly below the caller. The code is given this once.
 * @throws forbidden, validation
 */
export async function createInvitation(
  core: Core,
  ctx: Ctx,
  body: BodyOf<typeof contract.createInvitation>,
): Promise<{ invitation: Invitation; code: string }> {
  if (!mayManageAccounts(ctx.caller.roleId)) throw forbidden();
  const code = randomBytes(CODE_BYTES).toString('base64url');
  return core.services.db.transaction().execute(async (trx) => {
    await holdTree(trx, ctx.caller.tenantId, 'shared');
    const inviter = await loadAccount(trx, ctx.caller, 'self');
    if (!mayBeBelow(body.kind, inviter.kind)) {
      throw fieldError('kind', 'account.kind', 'An account of this kind cannot be below the chosen one');
    }
    const id = await insertInvitation(trx, {
      tenantId: inviter.tenantId,
      inviterId: inviter.id,
      codeHash: invitationHash(code),
      kind: body.kind,
      note: body.note || null,
      maxUses: body.max_uses,
      now: ctx.now,
      expiresAt: new Date(ctx.now.getTime() + body.valid_hours * 3600_000),
    });
    await audit(trx, ctx, {
      action: 'invitation.create',
      objectType: 'invitation',
      objectId: id,
      details: { kind: body.kind, max_uses: body.max_uses, valid_hours: body.valid_hours },
    });
    const invitation = await invitationById(trx, ctx.caller, id, ctx.now);
    if (!invitation) throw notFound();
    return { invitation, code };
  });
}

/** A page of the invitations made at or below the caller, newest first. */
export async function listInvitations(
  core: Core,
  ctx: Ctx,
  query: QueryOf<typeof contract.listInvitations>,
): Promise<Page<Invitation>> {
  const window = pageWindow(query);
  const found = await findInvitations(core.services.db, ctx.caller, query.state, window, ctx.now);
  return { ...found, current_page: window.current_page, page_size: window.page_size };
}

/**
 * Withdraws an invitation made at or below the caller. Withdrawing it again changes nothing.
 * @throws forbidden, notFound, transition when it is used up or has expired: then there is nothing to withdraw
 */
export async function revokeInvitation(core: Core, ctx: Ctx, id: string): Promise<Invitation> {
  if (!mayManageAccounts(ctx.caller.roleId)) throw forbidden();
  return core.services.db.transaction().execute(async (trx) => {
    const before = await invitationById(trx, ctx.caller, id, ctx.now, { hold: true });
    if (!before) throw notFound();
    if (before.state === 'revoked') return before;
    if (before.state !== 'open') throw new AppError('transition');
    await writeRevoked(trx, before.id, ctx.now);
    await audit(trx, ctx, {
      action: 'invitation.revoke',
      objectType: 'invitation',
      objectId: before.id,
      details: { kind: before.kind, uses: before.uses },
    });
    return { ...before, state: 'revoked' };
  });
}
