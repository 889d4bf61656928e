import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { audit } from '../../platform/audit.ts';
import type { PublicCtx } from '../../platform/ctx.ts';
import { AppError } from '../../platform/errors.ts';
import type { Core } from './core.ts';
import { afterFailure, countedAddress, delay_ms, limits, lockedFor_s } from './login-limit.ts';
import { type OpenSession, openSession } from './open-session.ts';
import { verifyPassword } from './password.ts';
import { isTenantManager } from './rules.ts';
import {
  type Credentials,
  clearLoginFailures,
  credentialsByName,
  holdLoginFailures,
  loginFailures,
  saveLoginFailures,
} from './store.ts';

export interface SignIn {
  /** User name or e-mail address. */
  name: string;
  password: string;
  /** `admin` is the tenant-manager sign-in (decisions C09). */
  door: 'portal' | 'admin';
  userAgent: string | null;
}

/**
 * Opens a session for a name and its password. An unknown name, a wrong password, a disabled account and a door that
 * is not the account's all answer alike and cost the same time.
 * @throws loginFailed, or tooMany with the seconds to wait once the name or the address is locked
 */
export async function signIn(core: Core, ctx: PublicCtx, input: SignIn): Promise<OpenSession> {
  const name = input.name.trim();
  return core.turns.run(name.toLowerCase(), () => attempt(core, ctx, { ...input, name }));
}

async function attempt(core: Core, ctx: PublicCtx, input: SignIn): Promise<OpenSession> {
  const { db } = core.services;
  const account = await credentialsByName(db, input.name);
  const keys = limitKeys(account, input, ctx.ip);
  await waitOrRefuse(core, input.door, keys);

  const right = await verifyPassword(input.password, account?.passwordHash ?? null);
  if (!account || !right || account.disabled || !mayEnter(core, account, input.door, ctx.ip)) {
    await recordFailure(core, ctx, input.door, keys, account);
    throw new AppError('loginFailed');
  }
  return db.transaction().execute(async (trx) => {
    await clearLoginFailures(trx, [keys.account]);
    const session = await openSession(core, trx, ctx, account, input.userAgent);
    await audit(trx, ctx, {
      action: 'session.create',
      objectType: 'account',
      objectId: account.id,
      details: { door: input.door },
      actor: { ...account, accountId: account.id },
    });
    return session;
  });
}

interface Keys {
  account: string;
  address: string;
}

/** A name that does not exist is counted and locked like one that does; only its hash is stored. */
function limitKeys(account: Credentials | null, input: SignIn, ip: string): Keys {
  const unknown = createHash('sha256').update(input.name.toLowerCase()).digest('base64url');
  return {
    account: `${input.door}:account:${account?.id ?? unknown}`,
    address: `${input.door}:address:${countedAddress(ip)}`,
  };
}

async function waitOrRefuse(core: Core, door: SignIn['door'], keys: Keys): Promise<void> {
  const states = await loginFailures(core.services.db, [keys.account, keys.address]);
  const now = core.services.clock();
  const account = states.get(keys.account) ?? null;
  const address = states.get(keys.address) ?? null;
  const locked_s = Math.max(lockedFor_s(account, now) ?? 0, lockedFor_s(address, now) ?? 0);
  if (locked_s > 0) throw new AppError('tooMany', { retryAfter_s: locked_s });
  const wait_ms = Math.max(
    delay_ms(limits[door].account, account, now),
    delay_ms(limits[door].address, address, now),
  );
  if (wait_ms > 0) await core.wait(wait_ms);
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
  keys: Keys,
  account: Credentials | null,
): Promise<void> {
  await core.services.db.transaction().execute(async (trx) => {
    const now = core.services.clock();
    const states = await holdLoginFailures(trx, [keys.account, keys.address], now);
    const locked: string[] = [];
    for (const kind of ['account', 'address'] as const) {
      const next = afterFailure(limits[door][kind], states.get(keys[kind]) ?? null, now);
      await saveLoginFailures(trx, keys[kind], next);
      if (next.blockedUntil) locked.push(kind);
    }
    await audit(trx, ctx, {
      action: 'session.refuse',
      objectType: 'account',
      ...(account ? { objectId: account.id, actor: { ...account, accountId: account.id } } : {}),
      result: 'refused',
      details: { door, ...(locked.length > 0 ? { locked } : {}) },
    });
  });
}
