import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { audit } from '../../platform/audit.ts';
import type { PublicCtx } from '../../platform/ctx.ts';
import { AppError } from '../../platform/errors.ts';
import type { Core } from './core.ts';
import { type Counter, countFailure, mayGuess } from './guess-limit.ts';
import { countedAddress, limits } from './login-limit.ts';
import { type OpenSession, openSession } from './open-session.ts';
import { verifyPassword } from './password.ts';
import { isTenantManager } from './rules.ts';
import { takeSecondFactor } from './second-factor.ts';
import { type Credentials, clearLoginFailures, credentialsByName } from './store.ts';

export interface SignIn {
  /** User name or e-mail address. */
  name: string;
  password: string;
  /** `admin` is the tenant-manager sign-in (decisions C09). */
  door: 'portal' | 'admin';
  userAgent: string | null;
  /** Code of the second factor, where the account has one. */
  otp?: string | undefined;
}

/**
 * Opens a session for a name and its password. An unknown name, a wrong password, a disabled account and a door that
 * is not the account's all answer alike and cost the same time. With a second factor a right password alone changes
 * nothing, not even the count of failures; a wrong code counts as a failure.
 * @throws loginFailed, secondFactor (a code is needed), secondFactorFailed, or tooMany with the seconds to wait once the name or the address is locked
 */
export async function signIn(core: Core, ctx: PublicCtx, input: SignIn): Promise<OpenSession> {
  const name = input.name.trim();
  return core.turns.run(name.toLowerCase(), () => attempt(core, ctx, { ...input, name }));
}

async function attempt(core: Core, ctx: PublicCtx, input: SignIn): Promise<OpenSession> {
  const { db } = core.services;
  const account = await credentialsByName(db, input.name);
  const counters = countersOf(account, input, ctx.ip);
  await mayGuess(core, counters);

  const right = await verifyPassword(input.password, account?.passwordHash ?? null);
  if (!account || !right || account.disabled || !mayEnter(core, account, input.door, ctx.ip)) {
    await recordFailure(core, ctx, input.door, counters, account);
    throw new AppError('loginFailed');
  }
  const session = await db.transaction().execute(async (trx) => {
    const factor = await takeSecondFactor(core, trx, account.id, input.otp);
    if (factor === 'missing' || factor === 'wrong') return factor;
    await clearLoginFailures(
      trx,
      counters.slice(0, 1).map((c) => c.key),
    );
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
    await recordFailure(core, ctx, input.door, counters, account);
    throw new AppError('secondFactorFailed');
  }
  return session;
}

/** A name that does not exist is counted and locked like one that does; only its hash is stored. */
function countersOf(account: Credentials | null, input: SignIn, ip: string): (Counter & { kind: string })[] {
  const unknown = createHash('sha256').update(input.name.toLowerCase()).digest('base64url');
  const { door } = input;
  return [
    { kind: 'account', key: `${door}:account:${account?.id ?? unknown}`, limit: limits[door].account },
    { kind: 'address', key: `${door}:address:${countedAddress(ip)}`, limit: limits[door].address },
  ];
}

function mayEnter(core: Core, account: Credentials, door: SignIn['door'], ip: string): boolean {
  if (door === 'portal') return true;
  if (!isTenantManager(account)) return false;
  return core.adminAddresses === null || core.adminAddresses.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4');
}

async function recordFailure(
  core: Core,
  ctx: PublicCtx,
  door: SignIn['door'],
  counters: readonly (Counter & { kind: string })[],
  account: Credentials | null,
): Promise<void> {
  await core.services.db.transaction().execute(async (trx) => {
    const locked = (await countFailure(core, trx, counters)).map((c) => c.kind);
    await audit(trx, ctx, {
      action: 'session.refuse',
      objectType: 'account',
      ...(account ? { objectId: account.id, actor: { ...account, accountId: account.id } } : {}),
      result: 'refused',
      details: { door, ...(locked.length > 0 ? { locked } : {}) },
    });
  });
}
