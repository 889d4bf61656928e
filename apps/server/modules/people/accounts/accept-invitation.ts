import type * as contract from '@voltloop/contract';
import { type BodyOf, mayBeBelow, type PortalKind, type ReplyOf } from '@voltloop/contract';
import { audit } from '../../../platform/audit.ts';
import type { PublicCtx } from '../../../platform/ctx.ts';
import type { Db, Trx } from '../../../platform/db.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Core } from './core.ts';
import { addAccount, checkFields, type NewAccount } from './create-account.ts';
import { invitationHash } from './invite.ts';
import { hashPassword } from './password.ts';
import { invitationState } from './rules-users.ts';
import { type AccountRow, accountById } from './store.ts';
import { countUse, invitationByHash } from './store-invitations.ts';
import { isDisabled } from './store-users.ts';

/** The same answer for unknown, withdrawn, used up and expired: an invalid code reveals nothing. */
const invalid = () => new AppError('notFound', { message: 'This invitation is no longer valid' });

interface Valid {
  id: string;
  kind: PortalKind;
  /** Address of the only invitee; null for several uses or without an address. */
  email: string | null;
  expiresAt: Date;
  inviter: AccountRow;
}

/** A valid invitation by its code: its inviter must still be active, and of a kind above the invited one. */
async function validInvitation(
  db: Db | Trx,
  code: string,
  now: Date,
  options: { lock?: boolean } = {},
): Promise<Valid> {
  const found = await invitationByHash(db, invitationHash(code), options);
  if (!found || invitationState(found, now) !== 'open') throw invalid();
  const inviter = await accountById(db, found.inviterId);
  if (!inviter || !mayBeBelow(found.kind, inviter.kind) || (await isDisabled(db, inviter.id)))
    throw invalid();
  const email = found.maxUses === 1 ? found.email : null;
  return { id: found.id, kind: found.kind, email, expiresAt: found.expiresAt, inviter };
}

/** Describes an invitation by its code. @throws notFound */
export async function lookInvitation(
  core: Core,
  ctx: PublicCtx,
  code: string,
): Promise<ReplyOf<typeof contract.lookInvitation>> {
  const { kind, email, inviter, expiresAt } = await validInvitation(core.services.db, code, ctx.now);
  return { kind, email, inviter_name: inviter.name, expires_at: expiresAt.getTime() };
}

/**
 * Creates the account of an invitation, directly below the inviter. Concurrent calls succeed only as often as the
 * invitation has uses left.
 * @param then Further work in the same transaction, such as opening its first session; returns the result.
 * @throws notFound, validation, conflict (name or e-mail taken)
 */
export async function acceptInvitation<T>(
  core: Core,
  ctx: PublicCtx,
  { code, ...body }: BodyOf<typeof contract.acceptInvitation>,
  then: (trx: Trx, account: AccountRow) => Promise<T>,
): Promise<T> {
  const { db } = core.services;
  // Before the expensive hash, so that a guess costs the server nothing.
  const offered = await validInvitation(db, code, ctx.now);
  const account: NewAccount = {
    kind: offered.kind,
    parentId: offered.inviter.id,
    userName: body.user_name,
    name: body.name,
    email: body.email,
    password: body.password,
    timeZone: body.time_zone || null,
  };
  checkFields(account);
  const passwordHash = await hashPassword(body.password, 'unknown');
  return db.transaction().execute(async (trx) => {
    const invitation = await validInvitation(trx, code, ctx.now, { lock: true });
    const made = await addAccount(trx, { ...ctx, caller: null }, account, passwordHash);
    await countUse(trx, invitation.id, made.id, ctx.now);
    await audit(trx, ctx, {
      action: 'invitation.accept',
      objectType: 'invitation',
      objectId: invitation.id,
      details: { kind: made.kind, inviter: invitation.inviter.userName },
      actor: { ...made, accountId: made.id },
    });
    return then(trx, made);
  });
}
