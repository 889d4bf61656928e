import type { BodyOf, Self, updateSelf as updateSelfRoute } from '@voltloop/contract';
import { sql } from 'kysely';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import { AppError, fieldError } from '../../../platform/errors.ts';
import { notify } from '../../../platform/notices.ts';
import { brandNameOf } from '../../../platform/product-name.ts';
import { maskEmail, ownAccount, readSelf, taken, writeProfile } from '../accounts/index.ts';
import { confirmPassword } from './confirm-password.ts';
import type { Core } from './core.ts';
import { emailChangedEmail, NOTICE_LIFE_MS } from './emails.ts';

/**
 * Changes the caller's profile: the given fields, and those to be emptied. Changing the e-mail address needs the
 * password, since links for a new password are sent there, and the former address is notified.
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
  const confirmed = isDifferent(given.email, own.email);
  if (confirmed) {
    if (!origin_password)
      throw fieldError(
        'origin_password',
        'account.password.needed',
        'Enter your password to change the e-mail address',
      );
    await confirmPassword(core, ctx, origin_password, 'origin_password');
  }
  const values = { ...given, ...Object.fromEntries(clearFields.map((field) => [field, null])) };
  const { self, former } = await db.transaction().execute(async (trx) => {
    const former = await lockEmail(trx, accountId);
    // Changed meanwhile by another session.
    if (!confirmed && isDifferent(given.email, former)) throw new AppError('conflict');
    await writeProfile(trx, accountId, values, ctx.now).catch((e: unknown) => {
      throw taken(e) ?? e;
    });
    await notify(trx, 'voltloop_accounts', `account:${accountId}`);
    await audit(trx, ctx, {
      action: 'account.update',
      objectType: 'account',
      objectId: accountId,
      // Names of fields only: the audit outlives data that people want erased.
      details: { fields: Object.keys(values) },
    });
    const self = await readSelf(trx, ctx.caller);
    if (confirmed && former) await notifyFormer(core, trx, { self, former, now: ctx.now });
    return { self, former };
  });
  if (confirmed && former) void core.mail.outbox.run();
  return self;
}

/** Addresses are compared case-insensitively. */
const isDifferent = (next: string | undefined, now: string | null) =>
  next !== undefined && next.toLowerCase() !== now?.toLowerCase();

async function lockEmail(trx: Trx, accountId: string): Promise<string | null> {
  const { rows } = await sql<{ email: string | null }>`select email from accounts where id = ${accountId}
    for update`.execute(trx);
  return rows[0]?.email ?? null;
}

/** Notifies the former address of the change. */
async function notifyFormer(
  core: Core,
  trx: Trx,
  { self, former, now }: { self: Self; former: string; now: Date },
): Promise<void> {
  if (!core.mail.enabled()) return;
  const brand = await brandNameOf(trx, self.id);
  const of = { userName: self.user_name, brand, email: maskEmail(self.email) ?? '' };
  await core.mail.outbox.queue(trx, {
    to: former,
    email: emailChangedEmail(self.language ?? 'en', of),
    // One e-mail to each former address.
    about: `address of ${self.id} ${former}`,
    expires: new Date(now.getTime() + NOTICE_LIFE_MS),
  });
}
