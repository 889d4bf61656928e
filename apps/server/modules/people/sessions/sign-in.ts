import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { audit } from '../../../platform/audit.ts';
import { countedAddress, networkOf } from '../../../platform/counted-address.ts';
import type { PublicCtx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { brandNameOf } from '../../../platform/product-name.ts';
import {
  type Credentials,
  credentialsByName,
  refuseWhenQueueFull,
  verifyPassword,
} from '../accounts/index.ts';
import type { Core } from './core.ts';
import { codesGuessedEmail, NOTICE_LIFE_MS } from './emails.ts';
import { type Counter, type Reserved, reserve, settle } from './guess-limit.ts';
import { limits } from './login-limit.ts';
import { signIns } from './metrics.ts';
import { type OpenSession, openSession } from './open-session.ts';
import { isTenantManager } from './rules.ts';
import { consumeSecondFactor } from './second-factor.ts';
import { isKnownAddress } from './store-failures.ts';
import { QUICK_PAUSE_MS } from './stranger-queue.ts';

export interface SignIn {
  /** User name or e-mail address. */
  name: string;
  password: string;
  /** `admin` is the tenant-manager sign-in (interpretation C09). */
  door: 'portal' | 'admin';
  userAgent: string | null;
  /** Code of the second factor, where the account has one. */
  otp?: string | undefined;
  /** Aborts when the caller has gone: it gives up its place. */
  signal?: AbortSignal | undefined;
}

/**
 * Opens a session for a name and its password. An unknown name, a wrong password, a disabled account and a sign-in
 * page of another role get the same answer in the same time. With a second factor a right password alone changes
 * nothing, not even the count of failures; a wrong code counts as a failure.
 * @throws loginFailed, secondFactor (a code is needed), secondFactorFailed, or tooMany with the seconds to wait: for
 *   this account from this address, for this address, or because of too many concurrent sign-ins
 */
export async function signIn(core: Core, ctx: PublicCtx, given: SignIn): Promise<OpenSession> {
  try {
    const session = await attempt(core, ctx, given);
    signIns.inc({ outcome: 'ok' });
    return session;
  } catch (error) {
    signIns.inc({ outcome: error instanceof AppError ? error.codeName : 'error' });
    throw error;
  }
}

/** Notifies the owner that somebody has the password and guesses codes. */
async function informOfGuesses(
  core: Core,
  trx: Trx,
  { id, userName }: Credentials,
  now: Date,
): Promise<void> {
  if (!core.mail.enabled()) return;
  const { rows } = await sql<{ email: string | null; language: 'en' | 'zh' | null }>`
    select email, language from accounts where id = ${id}`.execute(trx);
  const [own] = rows;
  if (!own?.email) return;
  const language = own.language === 'zh' ? 'zh' : 'en';
  const email = codesGuessedEmail(language, { userName, brand: await brandNameOf(trx, id) });
  const expires = new Date(now.getTime() + NOTICE_LIFE_MS);
  await core.mail.outbox.queue(trx, { to: own.email, email, about: `codes of ${id}`, expires });
}

async function attempt(core: Core, ctx: PublicCtx, given: SignIn): Promise<OpenSession> {
  const { db } = core.services;
  const input = { ...given, name: given.name.trim() };
  const name = input.name.toLowerCase();
  const standing = core.knownAddresses.standing(name, ctx.ip);
  // Before any query to the database, which a flood would block for other work.
  refuseWhenQueueFull(standing);
  const begin = () => core.lookUps.run(standing, () => count(core, ctx, input));
  const { account, known, counters, reserved } = await (standing === 'known'
    ? core.queue.run(`${name} ${countedAddress(ctx.ip)}`, begin)
    : begin());
  const ending = <T>(work: (trx: Trx) => Promise<T>) =>
    core.lookUps.finish(standing, () => db.transaction().execute(work));

  const rank = known ? 'slow' : core.strangers.rankOf(name, ctx.ip);
  const wait_ms = rank === 'slow' ? reserved.wait_ms : quickWait_ms(reserved, rank);
  const checkPassword = async () => {
    if (wait_ms > 0) await core.wait(wait_ms);
    return verifyPassword(input.password, account?.passwordHash ?? null, known ? 'known' : 'unknown');
  };
  let right: boolean;
  try {
    // Guesses of strangers at one account are serialised: together they are as slow as one.
    right = await (known
      ? checkPassword()
      : core.strangers.run(name, { ip: ctx.ip, rank, signal: given.signal }, checkPassword));
  } catch (e) {
    await ending((trx) => settle(trx, reserved));
    // Nobody reads the answer of a caller that has gone.
    if (given.signal?.aborted) throw new AppError('tooMany', { retryAfter_s: 5 });
    throw e;
  }
  const refusal = { door: input.door, reserved, account };
  if (!account || !right || account.disabled || !mayEnter(core, account, input.door, ctx.ip)) {
    await ending((trx) => auditRefusal(trx, ctx, refusal));
    throw new AppError('loginFailed');
  }
  // A right password alone must not allow guessing codes for ever.
  const codes = input.otp === undefined ? null : await reserve(core, [codeCounter(account.id, known)]);
  const session = await ending(async (trx) => {
    const factor = await consumeSecondFactor(core, trx, account.id, input.otp);
    if (factor === 'wrong') return factor;
    if (codes)
      await settle(trx, codes, factor === 'missing' || factor === 'none' ? undefined : codes.counters[0]);
    await settle(trx, reserved, factor === 'missing' ? undefined : counters[0]);
    if (factor === 'missing') return factor;
    const session = await openSession(core, trx, ctx, account, input.userAgent);
    await audit(trx, ctx, {
      action: 'session.create',
      objectType: 'account',
      objectId: account.id,
      details: { door: input.door, ...(factor === 'none' ? {} : { factor }) },
      actor: { ...account, accountId: account.id },
    });
    return session;
  });
  if (session === 'missing') throw new AppError('secondFactor');
  if (session === 'wrong') {
    await ending(async (trx) => {
      await auditRefusal(trx, ctx, refusal);
      if (codes && codes.locked.length > 0) await informOfGuesses(core, trx, account, ctx.now);
    });
    throw new AppError('secondFactorFailed');
  }
  core.knownAddresses.add([account.userName, account.email], networkOf(ctx.ip));
  return session;
}

/** The first tries of a network wait for its own failures; further ones a moment, where strangers guess at the account. */
function quickWait_ms({ waits }: Reserved<SignInCounter>, rank: 'first' | 'quick'): number {
  const ms = (kind: SignInCounter['kind']) =>
    Math.max(0, ...waits.filter(({ counter }) => counter.kind === kind).map((each) => each.ms));
  return Math.max(
    ms('account'),
    ms('address'),
    rank === 'first' ? 0 : Math.min(ms('everywhere'), QUICK_PAUSE_MS),
  );
}

/** Wrong codes after a right password; those from addresses of the owner are counted separately. */
const codeCounter = (accountId: string, known: boolean): Counter => ({
  key: `sign-in code:${accountId}${known ? '@known' : ''}`,
  limit: limits.code,
});

/** Looks the account up and counts the attempt as a failure. */
async function count(core: Core, ctx: PublicCtx, input: SignIn) {
  const account = await credentialsByName(core.services.db, input.name);
  const known = await isKnown(core, account, ctx.ip);
  const counters = countersOf(account, input, { ip: ctx.ip, known });
  return { account, known, counters, reserved: await reserve(core, counters) };
}

/** An id that no account has: an unknown name is looked up like a known one. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

async function isKnown(core: Core, account: Credentials | null, ip: string): Promise<boolean> {
  const network = networkOf(ip);
  return network !== null && isKnownAddress(core.services.db, account?.id ?? NOBODY, network);
}

type SignInCounter = Counter & { kind: 'account' | 'address' | 'everywhere' };

/**
 * An unknown name is counted and locked like a known one; only its hash is stored. From networks that the account has
 * signed in from, only guesses from there count: those of others must not shut its owner out.
 */
function countersOf(
  account: Credentials | null,
  { name, door }: SignIn,
  { ip, known }: { ip: string; known: boolean },
): SignInCounter[] {
  const accountKey = account?.id ?? createHash('sha256').update(name.toLowerCase()).digest('base64url');
  const everywhere = `${door}:account:${accountKey}`;
  const address = countedAddress(ip);
  const counter = (kind: SignInCounter['kind'], key: string) => ({ kind, key, limit: limits[door][kind] });
  const own = counter('account', `${everywhere}@${address}`);
  return known
    ? [own]
    : [own, counter('address', `${door}:address:${address}`), counter('everywhere', everywhere)];
}

function mayEnter(core: Core, account: Credentials, door: SignIn['door'], ip: string): boolean {
  if (door === 'portal') return true;
  if (!isTenantManager(account)) return false;
  return core.mayAdministerFrom(ip);
}

interface Refusal {
  door: SignIn['door'];
  reserved: Reserved<SignInCounter>;
  account: Credentials | null;
}

async function auditRefusal(trx: Trx, ctx: PublicCtx, { door, reserved, account }: Refusal): Promise<void> {
  const locked = reserved.locked.map((c) => c.kind);
  await audit(trx, ctx, {
    action: 'session.refuse',
    objectType: 'account',
    ...(account ? { objectId: account.id, actor: { ...account, accountId: account.id } } : {}),
    result: 'refused',
    details: { door, ...(locked.length > 0 ? { locked } : {}) },
  });
}
