import type { SsoReason } from '@voltloop/contract';
import { AppError } from '../../../../platform/errors.ts';
import type { AccountRow } from '../../accounts/index.ts';

const messages: Record<SsoReason, string> = {
  unmapped: 'None of your groups has access. Ask your administrator to add you to one that has.',
  noAccount: 'You have no account here yet. Sign in with your password and link it on your account page.',
  disabled: 'Your account is disabled. Ask your administrator.',
  mainAccount: 'The main account is linked on its Security page, after signing in with its password.',
  emailTaken: 'Another account has your e-mail address. Sign in to it with its password and link it there.',
  secondFactor: 'The sign-in service must confirm a second factor. Set one up there and try again.',
  ownFactor:
    'The account with your e-mail address uses two-factor sign-in. Sign in with its password and link it on its account page.',
  alreadyLinked: 'This account is linked to another person of the sign-in service.',
  linkedElsewhere: 'You are linked to another account already. Unlink that one first.',
  otherHost: 'Your account does not belong to this address. Sign in under the main address of the portal.',
  misconfigured: 'Your groups are mapped to an account that cannot be created. Ask your administrator.',
};

/** A person whom the provider has authenticated may not sign in, or not link. */
export class Refusal extends AppError {
  readonly reason: SsoReason;
  /** The affected account, where known. */
  readonly account: AccountRow | null;

  constructor(reason: SsoReason, account: AccountRow | null = null, cause?: unknown) {
    const message = messages[reason];
    super('ssoRefused', { message, fields: [{ path: 'sso', key: `sso.${reason}`, message }], cause });
    this.reason = reason;
    this.account = account;
  }
}
