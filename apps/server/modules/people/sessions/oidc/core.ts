import { AppError } from '../../../../platform/errors.ts';
import { type SecretBox, secretBox } from '../../../../platform/secret-box.ts';
import type { Services } from '../../../../platform/services.ts';
import type { OidcSettings } from '../../../../settings/oidc.ts';
import { Provider } from './provider.ts';

/** Dependencies of single sign-on besides those of sign-in. */
export interface Oidc {
  settings: OidcSettings;
  provider: Provider;
  /** Seals the visit that a browser stores while the person is at the provider. */
  box: SecretBox;
}

export function createOidc({ config, log }: Services, signingKey: Buffer): Oidc | null {
  if (!config.oidc) return null;
  return {
    settings: config.oidc,
    provider: new Provider(config.oidc, log),
    box: secretBox(signingKey, 'single sign-on'),
  };
}

/** @throws notFound without a provider */
export function oidcOf({ oidc }: { oidc: Oidc | null }): Oidc {
  if (!oidc) throw new AppError('notFound', { message: 'Single sign-on is not set up' });
  return oidc;
}
