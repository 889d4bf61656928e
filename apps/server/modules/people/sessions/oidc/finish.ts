import type { FastifyRequest } from 'fastify';
import * as client from 'openid-client';
import type { Logger } from 'pino';
import { audit } from '../../../../platform/audit.ts';
import { countedAddress, networkOf } from '../../../../platform/counted-address.ts';
import type { PublicCtx } from '../../../../platform/ctx.ts';
import type { Trx } from '../../../../platform/db.ts';
import { AppError } from '../../../../platform/errors.ts';
import { type AccountRow, accountById, ownAccount } from '../../accounts/index.ts';
import type { Core } from '../core.ts';
import { type Counter, type Reserved, reserve, settle } from '../guess-limit.ts';
import { limits } from '../login-limit.ts';
import { signIns } from '../metrics.ts';
import { type OpenSession, openSession } from '../open-session.ts';
import { livingSession } from '../store.ts';
import { type Oidc, oidcOf } from './core.ts';
import { findAccount, link } from './find-account.ts';
import { type Flow, flowOf, hostOf, stateHash } from './flow.ts';
import { informOwner } from './inform-owner.ts';
import { type Claims, isSubject, lacks, meetsAuthentication, type Person, personOf } from './person.ts';
import { describe, isUnreachable } from './provider.ts';
import { Refusal } from './refusal.ts';
import { consumeState, identityOf, isBelowBrand } from './store.ts';

/** The result of a visit at the provider: a session, or a linked account. */
export type Finished = { redirect: string | null } & (
  | { session: OpenSession; linked: false }
  | { session: null; linked: true }
);

/**
 * The page that continues with an answer: under the host name of the brand where the browser started, which has the
 * cookie. Null if that is this host. The host name comes from a `state` that this instance sealed, never from the
 * request.
 */
export function elsewhere(core: Core, request: FastifyRequest, answer: string): string | null {
  const { settings, box } = oidcOf(core);
  const host = hostOf(box, stateOf(answer));
  if (host === null || host === request.hostname) return null;
  const url = new URL(settings.redirectUri);
  url.hostname = host;
  url.search = answer;
  return url.href;
}

const stateOf = (answer: string) => new URLSearchParams(answer).get('state') ?? '';

/**
 * Signs in, or links the account of a session, with the answer of the provider. An answer is valid once, within ten
 * minutes, and in the browser that started.
 * @throws ssoExpired, ssoFailed, ssoUnavailable, ssoRefused with the reason, tooMany
 */
export async function finish(
  core: Core,
  ctx: PublicCtx,
  request: FastifyRequest,
  answer: string,
): Promise<Finished> {
  const oidc = oidcOf(core);
  const flow = flowOf(request, oidc.box, stateOf(answer), ctx.now);
  try {
    const finished = await attempt(core, ctx, { oidc, flow, request, answer });
    if (!finished.linked) signIns.inc({ outcome: 'ok' });
    return finished;
  } catch (error) {
    if (!flow?.link) signIns.inc({ outcome: error instanceof AppError ? error.codeName : 'error' });
    throw error;
  }
}

interface Attempt {
  oidc: Oidc;
  flow: Flow | null;
  request: FastifyRequest;
  answer: string;
}

/**
 * Exchanges the answer of the provider for the person. Checks state, issuer, PKCE, nonce, signature, audience and
 * times of the ID token, and that all claims belong to one person.
 * @param answer The query that the browser returned with.
 * @throws ssoFailed, ssoUnavailable
 */
async function identify(
  { settings, provider }: Oidc,
  { answer, flow, log }: { answer: string; flow: Flow; log: Logger },
): Promise<Person> {
  const config = await provider.config();
  try {
    const url = new URL(settings.redirectUri);
    url.search = answer;
    const tokens = await client.authorizationCodeGrant(config, url, {
      expectedState: flow.state,
      expectedNonce: flow.nonce,
      pkceCodeVerifier: flow.verifier,
      idTokenExpected: true,
    });
    const idToken = tokens.claims() as Claims | undefined;
    if (!idToken || !isSubject(idToken.sub)) throw new AppError('ssoFailed');
    const more =
      lacks(idToken, settings) && config.serverMetadata().userinfo_endpoint !== undefined
        ? ((await client.fetchUserInfo(config, tokens.access_token, idToken.sub)) as Claims)
        : null;
    return personOf(idToken, more, settings);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const unreachable = isUnreachable(error);
    log.warn({ oidc: describe(error) }, 'a sign-in at the OpenID Connect provider failed');
    throw new AppError(unreachable ? 'ssoUnavailable' : 'ssoFailed', { cause: error });
  }
}

async function attempt(core: Core, ctx: PublicCtx, given: Attempt): Promise<Finished> {
  const { db } = core.services;
  const { oidc, flow } = given;
  const counter = { key: `oidc:address:${countedAddress(ctx.ip)}`, limit: limits.portal.address };
  // The person is unknown until the provider has answered; a flood leaves connections for other work.
  const reserved = await core.lookUps.run('unknown', () => reserve(core, [counter]));
  if (reserved.wait_ms > 0) await core.wait(reserved.wait_ms);
  const ending = <T>(work: (trx: Trx) => Promise<T>) =>
    core.lookUps.finish('unknown', () => db.transaction().execute(work));
  try {
    if (!flow || !(await consumeState(db, stateHash(flow.state), new Date(flow.until_ms))))
      throw new AppError('ssoExpired');
    const person = await identify(oidc, { answer: given.answer, flow, log: ctx.log });
    if (!meetsAuthentication(person, oidc.settings)) throw new Refusal('secondFactor');
    const host = hostOf(oidc.box, flow.state);
    if (flow.link) {
      // Never started there, see `beginLink`.
      if (host !== null) throw new AppError('ssoExpired');
      const owner = flow.link;
      await ending((trx) => linkOwn(core, trx, ctx, { oidc, reserved, owner, person }));
      void core.mail.outbox.run();
      return { session: null, linked: true, redirect: flow.redirect };
    }
    const { session, account, ended } = await ending((trx) =>
      enter(core, trx, ctx, { reserved, person, host, request: given.request }),
    );
    void core.mail.outbox.run();
    // Its role may have changed.
    core.forgetAccount(account.id);
    for (const id of ended) core.cache.forgetSession(id);
    core.knownAddresses.add([account.userName, account.email], networkOf(ctx.ip));
    return { session, linked: false, redirect: flow.redirect };
  } catch (error) {
    await ending((trx) => auditFailure(trx, ctx, { error, reserved }));
    throw error;
  }
}

interface Identified {
  oidc: Oidc;
  reserved: Reserved<Counter>;
  person: Person;
}

/**
 * A person who controls the host name of a brand can start a sign-in there, send another person to the provider and
 * receive the answer with the cookie of their own visit. So under a host name only accounts of its brand's branch may
 * sign in.
 */
async function enter(
  core: Core,
  trx: Trx,
  ctx: PublicCtx,
  {
    reserved,
    person,
    host,
    request,
  }: Omit<Identified, 'oidc'> & { host: string | null; request: FastifyRequest },
): Promise<{ session: OpenSession; account: AccountRow; ended: string[] }> {
  const { account, ended } = await findAccount(core, trx, ctx, person);
  if (host !== null && !(await isBelowBrand(trx, host, account.id))) throw new Refusal('otherHost', account);
  await settle(trx, reserved);
  const agent = request.headers['user-agent'] ?? null;
  const session = await openSession(core, trx, ctx, account, agent, 'oidc');
  await audit(trx, ctx, {
    action: 'session.create',
    objectType: 'account',
    objectId: account.id,
    details: { door: 'oidc' },
    actor: { ...account, accountId: account.id },
  });
  return { session, account, ended };
}

/** The session that started the link must still be active. */
async function linkOwn(
  core: Core,
  trx: Trx,
  ctx: PublicCtx,
  { oidc, reserved, owner, person }: Identified & { owner: NonNullable<Flow['link']> },
): Promise<void> {
  const session = await livingSession(core.services.db, owner.sessionId, ctx.now);
  const account = await accountById(trx, owner.accountId);
  if (!account || session?.accountId !== account.id || !(await ownAccount(trx, account.id)))
    throw new AppError('ssoExpired');
  const other = await identityOf(trx, oidc.settings.issuer, person.subject);
  if (other) throw new Refusal('linkedElsewhere', account);
  await link(trx, ctx, oidc.settings, { account, person, origin: 'self' });
  await informOwner(core, trx, { account, handedOver: false, now: ctx.now });
  await settle(trx, reserved);
}

/** Audits a failure. Failures caused by the provider are not counted. */
async function auditFailure(
  trx: Trx,
  ctx: PublicCtx,
  { error, reserved }: { error: unknown; reserved: Reserved<Counter> },
): Promise<void> {
  const code = error instanceof AppError ? error.codeName : null;
  if (code === 'ssoUnavailable' || code === null) return settle(trx, reserved);
  const { reason, account, cause } = error instanceof Refusal ? error : { cause: undefined };
  if (reason === 'misconfigured')
    ctx.log.error({ why: cause instanceof Error ? cause.message : undefined }, 'OIDC_GROUPS is invalid');
  await audit(trx, ctx, {
    action: 'session.refuse',
    objectType: 'account',
    ...(account ? { objectId: account.id, actor: { ...account, accountId: account.id } } : {}),
    result: 'refused',
    details: {
      door: 'oidc',
      reason: reason ?? code,
      ...(reserved.locked.length > 0 ? { locked: ['address'] } : {}),
    },
  });
}
