import { normalHost } from '@voltloop/domain/brand/host-name.ts';
import * as client from 'openid-client';
import type { PublicCtx } from '../../../../platform/ctx.ts';
import type { Core } from '../core.ts';
import { oidcOf } from './core.ts';
import { FLOW_LIFE_S, type Flow, newState } from './flow.ts';
import { isHostOfBrand } from './store.ts';

/** The address to redirect a browser to, and its sealed visit. */
export interface Begun {
  url: string;
  flow: Flow;
}

/**
 * Starts a visit at the provider by the authorization code flow with PKCE, state and nonce.
 * @param host Host of the request: under the host name of a brand the browser returns there.
 * @throws ssoUnavailable, notFound without a provider
 */
export async function begin(
  core: Core,
  ctx: PublicCtx,
  input: { host: string; redirect: string | undefined; link: Flow['link'] },
): Promise<Begun> {
  const { settings, provider, box } = oidcOf(core);
  const config = await provider.config();
  const brand = await brandHostOf(core, input.host);
  const verifier = client.randomPKCECodeVerifier();
  const flow: Flow = {
    state: newState(box, brand),
    nonce: client.randomNonce(),
    verifier,
    redirect: input.redirect && /^\/(?![/\\])/.test(input.redirect) ? input.redirect : null,
    link: input.link,
    until_ms: ctx.now.getTime() + FLOW_LIFE_S * 1000,
  };
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: settings.redirectUri,
    scope: settings.scopes,
    state: flow.state,
    nonce: flow.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(settings.acrValues.length > 0 ? { acr_values: settings.acrValues.join(' ') } : {}),
    // Another person may be signed in at the provider in this browser; they must not be linked.
    ...(input.link ? { prompt: 'login' } : {}),
  });
  return { url: url.href, flow };
}

/**
 * The host name of a request if it belongs to a brand, else null; also null for the main address, even if a brand
 * used it before.
 */
export async function brandHostOf(core: Core, given: string): Promise<string | null> {
  const host = normalHost(given.replace(/:\d{1,5}$/, ''));
  if (host === new URL(oidcOf(core).settings.redirectUri).hostname) return null;
  return host !== null && (await isHostOfBrand(core.services.db, host)) ? host : null;
}
