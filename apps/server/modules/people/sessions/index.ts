import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { addressMatcher } from '../../../platform/address-list.ts';
import { countedAddress } from '../../../platform/counted-address.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Authenticate } from '../../../platform/http.ts';
import type { Module } from '../../../platform/module.ts';
import { Notices } from '../../../platform/notices.ts';
import { Repeated } from '../../../platform/rounds.ts';
import { schedule } from '../../../platform/schedule.ts';
import { secretBox, signingKey } from '../../../platform/secret-box.ts';
import type { Services } from '../../../platform/services.ts';
import { type Accounts, type Manage, StandingQueue } from '../accounts/index.ts';
import type { Mail } from '../mail/index.ts';
import { createApiTokens } from './api-token.ts';
import { authenticate, namedSession } from './authenticate.ts';
import { confirmPassword } from './confirm-password.ts';
import type { Core } from './core.ts';
import { KeyedQueue } from './keyed-queue.ts';
import { KnownAddresses } from './known-addresses.ts';
import { createOidc } from './oidc/core.ts';
import { sweepStates } from './oidc/store.ts';
import { resetSecondFactor } from './reset-second-factor.ts';
import { sessionRoutes } from './routes.ts';
import { apiTokenRoutes } from './routes-api-tokens.ts';
import { oidcRoutes } from './routes-oidc.ts';
import { selfRoutes } from './routes-self.ts';
import { SessionCache } from './session-cache.ts';
import { callerOfSession, sweep } from './store.ts';
import { callerOfToken, sweepTokens, type TokenFacts } from './store-api-tokens.ts';
import { sweepLoginCodes } from './store-factors.ts';
import { StrangerQueue } from './stranger-queue.ts';
import { createTokens } from './token.ts';
import { TokenUses } from './token-uses.ts';

export { reaches } from './api-token-reach.ts';
export { insertPasswordCode } from './forgotten-password.ts';

/** Sign-in, sessions, their tokens, second factors, and limits of guesses. */
export interface Sessions extends Module {
  /** Resolves the Authorization header to the caller; throws `unauthorized`. */
  authenticate: Authenticate;
  /**
   * The rate-limit key of a request: the session or API token that it names, when this instance issued it, else the
   * address.
   */
  rateKey(request: FastifyRequest): string;
  /** Invalidates, on this node, the cached rights of an account. */
  forgetAccount(accountId: string): void;
  /**
   * Removes the second factor of an account whose owner has lost it, and ends its sessions.
   * @param manage Decides which accounts the caller may change; by default those below the caller.
   * @throws forbidden, notFound, conflict when there is none
   */
  resetSecondFactor(ctx: Ctx, accountId: string, manage?: Manage): Promise<void>;
  /**
   * Refuses a call without the caller's right password. Guesses are limited like sign-ins.
   * @param path Field of the body that contains the password.
   * @throws validation at that field, tooMany
   */
  confirmPassword(ctx: Ctx, password: string, path: string): Promise<void>;
}

/** @param options.wait How a delayed sign-in waits; tests pass one that only counts. */
export async function createSessions(
  services: Services,
  accounts: Accounts,
  mail: Mail,
  options: { wait?: (ms: number) => Promise<void> } = {},
): Promise<Sessions> {
  const { db, pool, log, clock } = services;
  const { adminAddresses } = services.config;
  const notices = new Notices(pool, log, 'voltloop_accounts', {
    onNotice: (payload) => {
      const [what, id = ''] = payload.split(':');
      if (what === 'session') core.cache.forgetSession(id);
      else if (what === 'account') core.forgetAccount(id);
      // The rights of a role have changed: sessions of its members are loaded again.
      else forgetAll();
    },
    onGap: () => forgetAll(),
  });
  const key = await signingKey(db);
  const core: Core = {
    services,
    accounts,
    tokens: createTokens(key),
    apiTokens: createApiTokens(key),
    box: secretBox(key, 'second factor'),
    cache: new SessionCache(
      (id) => callerOfSession(db, id),
      () => notices.listening,
    ),
    tokenCache: new SessionCache<TokenFacts>(
      (hash) => callerOfToken(db, Buffer.from(hash, 'hex')),
      () => notices.listening,
    ),
    tokenUses: new TokenUses(db, log),
    forgetAccount: (id) => {
      core.cache.forgetAccount(id);
      core.tokenCache.forgetAccount(id);
    },
    queue: new KeyedQueue(),
    strangers: new StrangerQueue(),
    lookUps: new StandingQueue({ all: 6, unknown: 4 }, { known: 500, unknown: 60 }),
    knownAddresses: new KnownAddresses(services),
    oidc: createOidc(services, key),
    mail,
    background: new Set(),
    mayAdministerFrom: adminAddresses.length > 0 ? addressMatcher(adminAddresses) : () => true,
    wait: options.wait ?? ((ms) => pause(ms)),
  };
  const forgetAll = () => {
    core.cache.forgetAll();
    core.tokenCache.forgetAll();
  };
  accounts.onChange(core.forgetAccount);
  const failure = 'sweep of sessions failed';
  const sweeper = new Repeated({ work: schedule.sessions_ended, services, failure }, () =>
    Promise.all([sweep, sweepLoginCodes, sweepTokens, sweepStates].map((each) => each(db, clock()))),
  );
  return {
    authenticate: (request) => authenticate(core, request),
    rateKey: (request) => namedSession(core, request) ?? countedAddress(request.ip),
    forgetAccount: core.forgetAccount,
    resetSecondFactor: (ctx, id, manage) => resetSecondFactor(core, ctx, id, manage),
    async confirmPassword(ctx, password, path) {
      await confirmPassword(core, ctx, password, path);
    },
    routes(http) {
      sessionRoutes(http, core);
      selfRoutes(http, core);
      apiTokenRoutes(http, core);
      oidcRoutes(http, core);
    },
    async start() {
      await notices.start();
      await core.knownAddresses.start();
      sweeper.start();
    },
    async stop() {
      await Promise.all([sweeper.stop(), core.knownAddresses.stop()]);
      await Promise.all(core.background);
      await core.tokenUses.stop();
      await notices.stop();
    },
  };
}
