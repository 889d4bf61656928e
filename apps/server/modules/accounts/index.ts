import { BlockList, isIPv6 } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type * as contract from '@voltloop/contract';
import type { BodyOf, StaffDetail } from '@voltloop/contract';
import type { FastifyRequest } from 'fastify';
import type { Ctx, PublicCtx } from '../../platform/ctx.ts';
import type { Authenticate } from '../../platform/http.ts';
import type { Module } from '../../platform/module.ts';
import { Notices } from '../../platform/notices.ts';
import type { Services } from '../../platform/services.ts';
import { authenticate, namedSession } from './authenticate.ts';
import type { Core } from './core.ts';
import { createAccount, type NewAccount } from './create-account.ts';
import { createFirstAccount, type FirstAccount } from './create-first-account.ts';
import { createStaff } from './create-staff.ts';
import { deleteAccount } from './delete-account.ts';
import { HashQueue } from './hash-queue.ts';
import { KnownAddresses } from './known-addresses.ts';
import { countedAddress } from './login-limit.ts';
import { moveAccount } from './move-account.ts';
import { hashPassword } from './password.ts';
import { accountRoutes } from './routes.ts';
import { legacyAccountRoutes } from './routes-legacy.ts';
import { selfRoutes } from './routes-self.ts';
import { staffRoutes } from './routes-staff.ts';
import { userRoutes } from './routes-users.ts';
import { secretBox } from './secret-box.ts';
import { SessionCache } from './session-cache.ts';
import { type AccountRow, callerOfSession, sweep } from './store.ts';
import { sweepLoginCodes } from './store-factors.ts';
import { createTokens, signingKey } from './token.ts';
import { Turns } from './turns.ts';
import { updateStaff } from './update-staff.ts';

export { actingAs } from './acting-as.ts';
export type { NewAccount } from './create-account.ts';
export type { FirstAccount } from './create-first-account.ts';
export { maskAddress, maskEmail, maskMobile } from './mask.ts';
export { isTimeZone } from './rules.ts';
export { type AccountRow, accountById, accountByUserName, holdTree } from './store.ts';
export {
  accountSeesThing,
  boundThingIds,
  checkTenant,
  covers,
  loadAccount,
  loadNamedAccount,
  seesTenant,
  seesThing,
  subtree,
  type Viewer,
} from './visibility.ts';

/** Accounts and sessions. A context without caller is the system itself (set-up, seed). */
export interface Accounts extends Module {
  /** Turns the Authorization header into the caller; throws `unauthorized`. */
  authenticate: Authenticate;
  /** What a request counts against: the session of a token of ours, else the address. */
  rateKey(request: FastifyRequest): string;
  /** The argon2id hash of a password, for making many accounts with one password. */
  hashPassword(password: string): Promise<string>;
  /** Makes the first tenant and its main account. @throws conflict when any account exists */
  createFirstAccount(ctx: PublicCtx, input: FirstAccount): Promise<AccountRow>;
  /** Makes an account below another. @throws forbidden, notFound, validation, conflict */
  createAccount(ctx: PublicCtx, input: NewAccount): Promise<AccountRow>;
  /** Makes an account of the back office with a role that the caller may give. @throws validation, conflict */
  createStaff(ctx: Ctx, input: BodyOf<typeof contract.createStaff>): Promise<StaffDetail>;
  /** Changes one of the staff, also their role. @throws forbidden, notFound, validation, conflict */
  updateStaff(ctx: Ctx, id: string, input: BodyOf<typeof contract.updateStaff>): Promise<StaffDetail>;
  /** Puts an account, with all below it, under another one. @throws forbidden, notFound, validation */
  moveAccount(ctx: Ctx, accountId: string, newParentId: string): Promise<AccountRow>;
  /** Deletes an account that has neither children nor things. @throws forbidden, notFound, conflict */
  deleteAccount(ctx: Ctx, accountId: string): Promise<void>;
}

const SWEEP_EVERY_MS = 3600_000;

/**
 * @param options.wait How a slowed sign-in waits; tests give one that only counts.
 */
export async function createAccounts(
  services: Services,
  options: { wait?: (ms: number) => Promise<void> } = {},
): Promise<Accounts> {
  const { db, pool, log, clock } = services;
  const notices = new Notices(pool, log, 'voltloop_accounts', {
    onNotice: (payload) => {
      const [what, id = ''] = payload.split(':');
      if (what === 'session') core.cache.forgetSession(id);
      else if (what === 'account') core.cache.forgetAccount(id);
      // A role may do something else from now on: whoever has it is asked for anew.
      else core.cache.forgetAll();
    },
    onGap: () => core.cache.forgetAll(),
  });
  const key = await signingKey(db);
  const core: Core = {
    services,
    tokens: createTokens(key),
    box: secretBox(key),
    cache: new SessionCache(
      (id) => callerOfSession(db, id),
      () => notices.listening,
    ),
    turns: new Turns(),
    lookUps: new HashQueue({ all: 6, unknown: 4 }, { known: 500, unknown: 60 }),
    knownAddresses: new KnownAddresses(db, log),
    adminAddresses: addressList(services.config.adminAddresses),
    wait: options.wait ?? ((ms) => pause(ms)),
  };
  let sweeper: NodeJS.Timeout | null = null;
  return {
    authenticate: (request) => authenticate(core, request),
    rateKey: (request) => namedSession(core, request) ?? countedAddress(request.ip),
    hashPassword,
    createFirstAccount: (ctx, input) => createFirstAccount(core, ctx, input),
    createAccount: (ctx, input) => createAccount(core, ctx, input),
    createStaff: (ctx, input) => createStaff(core, ctx, input),
    updateStaff: (ctx, id, input) => updateStaff(core, ctx, id, input),
    moveAccount: (ctx, id, parentId) => moveAccount(core, ctx, id, parentId),
    deleteAccount: (ctx, id) => deleteAccount(core, ctx, id),
    routes(http) {
      accountRoutes(http, core);
      userRoutes(http, core);
      staffRoutes(http, core);
      selfRoutes(http, core);
      if (services.config.legacyApi) legacyAccountRoutes(http, core);
    },
    async start() {
      await notices.start();
      await core.knownAddresses.start();
      const run = () =>
        Promise.all([sweep(db, clock()), sweepLoginCodes(db, clock())]).catch((err) =>
          log.warn({ err }, 'sweep of sessions failed'),
        );
      await run();
      sweeper = setInterval(run, SWEEP_EVERY_MS);
      sweeper.unref();
    },
    async stop() {
      if (sweeper) clearInterval(sweeper);
      core.knownAddresses.stop();
      await notices.stop();
    },
  };
}

/** Addresses and networks (`10.0.0.0/8`) as a list that can be asked; null when none are given. */
function addressList(addresses: readonly string[]): BlockList | null {
  if (addresses.length === 0) return null;
  const list = new BlockList();
  for (const entry of addresses) {
    const [address = '', prefix] = entry.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}
