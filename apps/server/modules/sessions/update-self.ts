import type { BodyOf, Self, updateSelf as updateSelfRoute } from '@voltloop/contract';
import { sql } from 'kysely';
import { audit } from '../../platform/audit.ts';
import type { Ctx } from '../../platform/ctx.ts';
import type { Trx } from '../../platform/db.ts';
import { AppError, fieldError } from '../../platform/errors.ts';
import { notify } from '../../platform/notices.ts';
import { brandNameOf } from '../../platform/product-name.ts';
import { maskEmail, ownAccount, readSelf, taken, writeProfile } from '../accounts/index.ts';
import { confirmPassword } from './confirm-password.ts';
import type { Core } from './core.ts';
import { emailChangedEmail } from './emails.ts';

/**
 * Changes the caller's own profile: fields that are given, and those to be emptied. Another e-mail address needs the
 * password, since links for a new password go there, and the former address is informed.
 * @throws validation, tooMany, conflict (e-mail taken)
 */
export async function updateSelf(
  core: Core,
  ctx: Ctx,
  { clearFields = [], origin_password, ...given }: BodyOf<typeof updateSelfRoute>,
): Promise<Self> {
  const { db } = core.services;
  const { accountId } = ctx.caller;
  const own = await ownAccount(db, accountId);
  if (!own) throw new AppError('unauthorized');
  const confirmed = isAnother(given.email, own.email);
  if (confirmed) {
    if (!origin_password)
      throw fieldError('origin_password', 'account.password.needed', 'Enter the password of your account');
    await confirmPassword(core, ctx, origin_password, 'origin_password');
  }
  const values = { ...given, ...Object.fromEntries(clearFields.map((field) => [field, null])) };
  const { self, former, brand } = await db.transaction().execute(async (trx) => {
    const former = await lockEmail(trx, accountId);
    // Changed meanwhile by another session.
    if (!confirmed && isAnother(given.email, former)) throw new AppError('conflict');
    await writeProfile(trx, accountId, values, ctx.now).catch((e: unknown) => {
      throw taken(e) ?? e;
    });
    await notify(trx, 'voltloop_accounts', `account:${accountId}`);
    await audit(trx, ctx, {
      action: 'account.update',
      objectType: 'account',
      objectId: accountId,
      // Names of fields only: the audit outlives what people want forgotten.
      details: { fields: Object.keys(values) },
    });
    return { self: await readSelf(trx, ctx.caller), former, brand: await brandNameOf(trx, accountId) };
  });
  if (confirmed && former) informFormer(core, ctx, { self, former, brand });
  return self;
}

/** Addresses are the same in either case. */
const isAnother = (next: string | undefined, now: string | null) =>
  next !== undefined && next.toLowerCase() !== now?.toLowerCase();

async function lockEmail(trx: Trx, accountId: string): Promise<string | null> {
  const { rows } = await sql<{ email: string | null }>`select email from accounts where id = ${accountId}
    for update`.execute(trx);
  return rows[0]?.email ?? null;
}

/** After the answer: a mail server that is slow or refuses must not fail the change. */
function informFormer(
  core: Core,
  ctx: Ctx,
  { self, former, brand }: { self: Self; former: string; brand: string | null },
): void {
  if (!core.mail.enabled()) return;
  const of = { userName: self.user_name, brand, email: maskEmail(self.email) ?? '' };
  const sending = core.mail
    .send(former, emailChangedEmail(self.language ?? 'en', of))
    .catch((err: unknown) => ctx.log.warn({ err }, 'the former address could not be informed'));
  core.background.add(sending);
  void sending.finally(() => core.background.delete(sending));
}
