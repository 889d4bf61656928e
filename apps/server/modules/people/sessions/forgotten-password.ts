import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { audit } from '../../../platform/audit.ts';
import { countedAddress } from '../../../platform/counted-address.ts';
import type { PublicCtx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { notify } from '../../../platform/notices.ts';
import { brandNameOf } from '../../../platform/product-name.ts';
import {
  clearAccountFailures,
  credentialsByName,
  dropLoginCodes,
  endSessions,
  hashPassword,
  NO_PASSWORD,
  ownAccount,
  passwordProblem,
  replacePassword,
} from '../accounts/index.ts';
import type { Core } from './core.ts';
import { type Language, NOTICE_LIFE_MS, passwordChangedEmail, passwordResetEmail } from './emails.ts';
import { type Counter, reserve } from './guess-limit.ts';
import { limits } from './login-limit.ts';
import { languageOf } from './store.ts';

export const RESET_LIFE_MS = 30 * 60_000;
/** Links that one name may request in a run; further requests are refused until it pauses. */
const MAX_REQUESTS = 5;

const hashOf = (code: string) => createHash('sha256').update(code).digest();
const invalid = () => new AppError('notFound', { message: 'This link is no longer valid' });

/**
 * Sends a link that sets a new password to the address of an account. Neither the answer nor its timing reveals
 * whether the account exists: all work that depends on it follows after the answer.
 * @throws conflict without a mail server, tooMany
 */
export async function forgotPassword(
  core: Core,
  ctx: PublicCtx,
  input: { name: string; language: Language },
): Promise<void> {
  if (!core.mail.enabled()) throw new AppError('conflict', { message: 'No mail server is set up' });
  const name = input.name.trim();
  await reserve(core, countersOf(name, ctx.ip));
  const sending = sendLink(core, ctx, { ...input, name }).catch((err: unknown) =>
    ctx.log.warn({ err }, 'the link for a new password could not be sent'),
  );
  core.background.add(sending);
  void sending.finally(() => core.background.delete(sending));
}

/** Requests are limited like failed sign-ins, on separate counters: requests here lock no sign-in. */
function countersOf(name: string, ip: string): Counter[] {
  const nameHash = createHash('sha256').update(name.toLowerCase()).digest('base64url');
  return [
    {
      key: `reset:account:${nameHash}`,
      limit: { lockAt: MAX_REQUESTS, delayFrom: Number.POSITIVE_INFINITY },
    },
    { key: `reset:address:${countedAddress(ip)}`, limit: limits.portal.address },
  ];
}

async function sendLink(
  core: Core,
  ctx: PublicCtx,
  input: { name: string; language: Language },
): Promise<void> {
  const { db } = core.services;
  const account = await credentialsByName(db, input.name);
  const own = account && !account.disabled ? await ownAccount(db, account.id) : null;
  // Accounts without a password use single sign-on: a link would bypass the provider.
  if (!account || !own?.email || own.passwordHash === NO_PASSWORD) return;
  const language = (await languageOf(db, own.id)) ?? input.language;
  const to = own.email;
  const brand = await brandNameOf(db, own.id);
  await db.transaction().execute(async (trx) => {
    const expires = new Date(ctx.now.getTime() + RESET_LIFE_MS);
    const code = await insertPasswordCode(trx, { accountId: own.id, email: to, now: ctx.now, expires });
    const link = `${core.mail.origin()}/reset#${code}`;
    const email = passwordResetEmail(language, { userName: own.userName, brand, link });
    await audit(trx, ctx, {
      action: 'account.forgot_password',
      objectType: 'account',
      objectId: own.id,
      actor: { ...account, accountId: own.id },
    });
    await core.mail.outbox.queue(trx, { to, email, about: aboutReset(own.id), expires });
  });
  void core.mail.outbox.run();
}

/**
 * The code of a link that sets a new password; replaces any earlier one of the account. A change of the account's
 * address voids it.
 */
export async function insertPasswordCode(
  trx: Trx,
  v: { accountId: string; email: string; now: Date; expires: Date },
): Promise<string> {
  const code = randomBytes(32).toString('base64url');
  await sql`insert into password_resets (account_id, code_hash, email, created_at, expires_at)
    values (${v.accountId}, ${hashOf(code)}, ${v.email}, ${v.now}, ${v.expires})
    on conflict (account_id) do update set code_hash = excluded.code_hash, email = excluded.email, created_at = excluded.created_at,
      expires_at = excluded.expires_at`.execute(trx);
  return code;
}

const aboutReset = (accountId: string) => `reset ${accountId}`;

/**
 * Sets a new password by the code of a link. All sessions of the account end; a second factor is still required.
 * @throws notFound for an unknown, used or expired link, validation
 */
export async function resetPasswordByLink(
  core: Core,
  ctx: PublicCtx,
  input: { code: string; password: string },
): Promise<void> {
  const { db } = core.services;
  const hash = hashOf(input.code);
  // Before the expensive hash, so that a guess costs the server nothing.
  const { rows } = await sql<{ account_id: string }>`select account_id from password_resets
    where ${isGood(hash, ctx.now)}`.execute(db);
  const own = rows[0] ? await ownAccount(db, rows[0].account_id) : null;
  if (!own) throw invalid();
  const problem = passwordProblem(input.password, own);
  if (problem) throw new AppError('validation', { message: problem.message, fields: [problem] });
  const next = await hashPassword(input.password, 'unknown');
  const ended = await db.transaction().execute(async (trx) => {
    if (!(await consumeCode(trx, hash, ctx.now))) throw invalid();
    const change = { accountId: own.id, former: own.passwordHash, next, now: ctx.now };
    if (!(await replacePassword(trx, change))) throw new AppError('conflict');
    const ended = await endSessions(trx, { accountId: own.id, reason: 'password', now: ctx.now });
    await dropLoginCodes(trx, own.id);
    await clearAccountFailures(trx, own.id);
    await notify(trx, 'voltloop_accounts', `account:${own.id}`);
    await core.mail.outbox.withdraw(trx, aboutReset(own.id));
    await informOwner(core, trx, own, ctx.now);
    const account = await credentialsByName(trx, own.userName);
    await audit(trx, ctx, {
      action: 'account.password_by_link',
      objectType: 'account',
      objectId: own.id,
      details: { sessions_ended: ended.length },
      ...(account ? { actor: { ...account, accountId: own.id } } : {}),
    });
    return ended;
  });
  core.forgetAccount(own.id);
  for (const id of ended) core.cache.forgetSession(id);
  void core.mail.outbox.run();
}

/** Notifies the owner that the password was changed. */
async function informOwner(
  core: Core,
  trx: Trx,
  own: { id: string; userName: string; email: string | null },
  now: Date,
): Promise<void> {
  if (!own.email || !core.mail.enabled()) return;
  const email = passwordChangedEmail((await languageOf(trx, own.id)) ?? 'en', {
    userName: own.userName,
    brand: await brandNameOf(trx, own.id),
  });
  const expires = new Date(now.getTime() + NOTICE_LIFE_MS);
  await core.mail.outbox.queue(trx, { to: own.email, email, about: `password of ${own.id}`, expires });
}

/**
 * A link is void after the password was changed in another way or the account's address has changed: its e-mail may
 * have reached an attacker.
 */
const isGood = (hash: Buffer, now: Date) => sql`code_hash = ${hash} and expires_at > ${now}
  and exists (select from accounts a where a.id = password_resets.account_id and a.email = password_resets.email
    and (a.password_changed_at is null or a.password_changed_at <= password_resets.created_at))`;

/** Deleting the row uses the link: only one of concurrent calls succeeds. */
async function consumeCode(trx: Trx, hash: Buffer, now: Date): Promise<boolean> {
  const { rows } = await sql`delete from password_resets where ${isGood(hash, now)}
    returning 1`.execute(trx);
  return rows.length > 0;
}
