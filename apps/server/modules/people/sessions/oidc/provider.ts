import * as client from 'openid-client';
import type { Logger } from 'pino';
import { AppError } from '../../../../platform/errors.ts';
import type { OidcSettings } from '../../../../settings/oidc.ts';

/** Timeout of requests to the provider, in seconds. */
const TIMEOUT_S = 10;
/** Tolerated clock difference to the provider, in seconds. */
const CLOCK_TOLERANCE_S = 30;
/** How long the provider's metadata are cached. */
const KEPT_MS = 3600_000;
/**
 * No new attempt for this long after the provider was unreachable: a page that is reloaded must not delay each call.
 */
const PAUSE_MS = 3000;

/** The OpenID Connect provider, discovered on first use. */
export class Provider {
  readonly #settings: OidcSettings;
  readonly #log: Logger;
  #known: { config: client.Configuration; at: number } | null = null;
  #reading: Promise<client.Configuration> | null = null;
  #failedAt = Number.NEGATIVE_INFINITY;

  constructor(settings: OidcSettings, log: Logger) {
    this.#settings = settings;
    this.#log = log;
  }

  /** @throws ssoUnavailable where it was never reached and is unreachable now */
  async config(): Promise<client.Configuration> {
    const now = performance.now();
    if (this.#known && now - this.#known.at < KEPT_MS) return this.#known.config;
    if (now - this.#failedAt < PAUSE_MS) return this.#former(undefined);
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async #read(): Promise<client.Configuration> {
    const { issuer, clientId, clientSecret } = this.#settings;
    try {
      const config = await client.discovery(
        new URL(issuer),
        clientId,
        { client_secret: clientSecret, [client.clockTolerance]: CLOCK_TOLERANCE_S },
        undefined,
        {
          timeout: TIMEOUT_S,
          execute: [
            // The signature of the ID token is verified although it comes over an authenticated connection.
            client.enableNonRepudiationChecks,
            // Only on loopback: the settings refuse any other.
            ...(issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
          ],
        },
      );
      this.#known = { config, at: performance.now() };
      return config;
    } catch (error) {
      this.#failedAt = performance.now();
      this.#log.error({ oidc: describe(error), issuer }, 'the OpenID Connect provider could not be read');
      return this.#former(error);
    }
  }

  #former(cause: unknown): client.Configuration {
    if (this.#known) return this.#known.config;
    throw new AppError('ssoUnavailable', { cause });
  }
}

/** An error of the provider for the log: never the code, tokens or the whole answer. */
export function describe(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code, error: oauthError, status } = error as { code?: unknown; error?: unknown; status?: unknown };
  const cause = error.cause instanceof Error ? error.cause.message : undefined;
  return { message: error.message, code, oauthError, status, cause };
}

/** Whether the provider did not answer or answered with a server error, rather than refused. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof client.ResponseBodyError) return error.status >= 500;
  if (error instanceof client.ClientError) {
    const { cause, code } = error;
    if (code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT') return true;
    if (cause instanceof Response) return cause.status >= 500;
    return cause instanceof TypeError;
  }
  // `fetch` failed.
  return error instanceof TypeError;
}
