import * as client from 'openid-client';
import type { Logger } from 'pino';
import { AppError } from '../../../../platform/errors.ts';
import type { Oidc } from './core.ts';
import type { Flow } from './flow.ts';
import { type Claims, isSubject, lacks, type Person, personOf } from './person.ts';
import { describe, isUnreachable } from './provider.ts';

/**
 * Exchanges the answer of the provider for the person. Checks state, issuer, PKCE, nonce, signature, audience and
 * times of the ID token, and that all claims belong to one person.
 * @param answer The query that the browser returned with.
 * @throws ssoFailed, ssoUnavailable
 */
export async function identify(
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
