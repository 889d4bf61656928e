import { createHash, randomBytes } from 'node:crypto';
import type * as contract from '@voltloop/contract';
import { type BodyOf, type Invitation, mayBeBelow, type QueryOf, type ReplyOf } from '@voltloop/contract';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import { AppError, fieldError, forbidden, notFound } from '../../../platform/errors.ts';
import { paged, pageWindow } from '../../../platform/paging.ts';
import { brandNameOf } from '../../../platform/product-name.ts';
import type { Core } from './core.ts';
import { invitationEmail } from './emails.ts';
import { maskEmail } from './mask.ts';
import { mayManageAccounts } from './rules.ts';
import { lockAccountTree } from './store.ts';
import {
  countEmails,
  findInvitations,
  insertInvitation,
  invitationById,
  revokeInvitation as writeRevoked,
} from './store-invitations.ts';
import { loadAccount } from './visibility.ts';

/** 128 random bits: the code cannot be guessed, and a plain hash is enough to store it. */
const CODE_BYTES = 16;

export const invitationHash = (code: string): Buffer => createHash('sha256').update(code).digest();

/** Daily limits of invitation e-mails: of one account, and of all accounts to one address. */
const MAX_BY_ACCOUNT = 200;
const MAX_TO_ADDRESS = 5;

/**
 * Creates an invitation for accounts of one kind directly below the caller. The code is returned only here. With an
 * address the link is also sent by e-mail; the e-mail is retried while the mail server does not accept it, and the
 * link can be copied.
 * @throws forbidden, validation, tooMany
 */
export async function createInvitation(
  core: Core,
  ctx: Ctx,
  body: BodyOf<typeof contract.createInvitation>,
): Promise<ReplyOf<typeof contract.createInvitation>> {
  if (!mayManageAccounts(ctx.caller.roleId)) throw forbidden();
  if (body.email !== undefined && !core.mail.enabled())
    throw fieldError('email', 'invitation.noMail', 'This server has no mail server set up');
  const code = randomBytes(CODE_BYTES).toString('base64url');
  const { invitation, emailId } = await core.services.db.transaction().execute(async (trx) => {
    await lockAccountTree(trx, ctx.caller.tenantId, 'shared');
    const inviter = await loadAccount(trx, ctx.caller, 'self');
    if (!mayBeBelow(body.kind, inviter.kind)) {
      throw fieldError('kind', 'account.kind', 'An account of this kind cannot be below the chosen one');
    }
    if (body.email !== undefined) {
      const { byAccount, toAddress } = await countEmails(trx, inviter.id, body.email, ctx.now);
      if (byAccount >= MAX_BY_ACCOUNT) throw new AppError('tooMany', { retryAfter_s: 3600 });
      if (toAddress >= MAX_TO_ADDRESS)
        throw fieldError(
          'email',
          'invitation.tooOften',
          'This address was invited too often today. Copy a link and send it yourself',
        );
    }
    const id = await insertInvitation(trx, {
      tenantId: inviter.tenantId,
      inviterId: inviter.id,
      codeHash: invitationHash(code),
      kind: body.kind,
      note: body.note || null,
      email: body.email ?? null,
      maxUses: body.max_uses,
      now: ctx.now,
      expiresAt: new Date(ctx.now.getTime() + body.valid_hours * 3600_000),
    });
    await audit(trx, ctx, {
      action: 'invitation.create',
      objectType: 'invitation',
      objectId: id,
      details: {
        kind: body.kind,
        max_uses: body.max_uses,
        valid_hours: body.valid_hours,
        ...(body.email === undefined ? {} : { email: maskEmail(body.email) }),
      },
    });
    const invitation = await invitationById(trx, ctx.caller, id, ctx.now);
    if (!invitation) throw notFound();
    const emailId =
      body.email === undefined
        ? null
        : await queueLink(core, trx, ctx, { ...body, to: body.email, invitation, code });
    return { invitation, emailId };
  });
  const sent = emailId === null ? null : await core.mail.outbox.sendNow(emailId);
  return { invitation, code, sent };
}

const aboutInvitation = (id: string) => `invitation ${id}`;

/** Queues the e-mail with the link, which is retried until the link has expired or is withdrawn. */
async function queueLink(
  core: Core,
  trx: Trx,
  ctx: Ctx,
  {
    to,
    language,
    invitation,
    code,
  }: { to: string; language: 'en' | 'zh'; invitation: Invitation; code: string },
): Promise<string> {
  const email = invitationEmail(language, {
    inviter: invitation.inviter_name,
    kind: invitation.kind,
    expires_ms: invitation.expires_at,
    brand: await brandNameOf(trx, ctx.caller.accountId),
    link: `${core.mail.origin()}/invite#${code}`,
  });
  const about = aboutInvitation(invitation.id);
  const expires = new Date(invitation.expires_at);
  return core.mail.outbox.queue(trx, { to, email, about, expires, firstTry: 'own' });
}

/** A page of the invitations created at or below the caller, newest first. */
export async function listInvitations(
  core: Core,
  ctx: Ctx,
  query: QueryOf<typeof contract.listInvitations>,
): Promise<ReplyOf<typeof contract.listInvitations>> {
  const window = pageWindow(query);
  const found = await findInvitations(core.services.db, ctx.caller, query.state, window, ctx.now);
  return paged(found, window);
}

/**
 * Withdraws an invitation created at or below the caller. Idempotent.
 * @throws forbidden, notFound, transition when it is used up or has expired
 */
export async function revokeInvitation(core: Core, ctx: Ctx, id: string): Promise<Invitation> {
  if (!mayManageAccounts(ctx.caller.roleId)) throw forbidden();
  return core.services.db.transaction().execute(async (trx) => {
    const before = await invitationById(trx, ctx.caller, id, ctx.now, { lock: true });
    if (!before) throw notFound();
    if (before.state === 'revoked') return before;
    if (before.state !== 'open') throw new AppError('transition');
    await writeRevoked(trx, before.id, ctx.now);
    await core.mail.outbox.withdraw(trx, aboutInvitation(before.id));
    await audit(trx, ctx, {
      action: 'invitation.revoke',
      objectType: 'invitation',
      objectId: before.id,
      details: { kind: before.kind, uses: before.uses },
    });
    return { ...before, state: 'revoked' };
  });
}
