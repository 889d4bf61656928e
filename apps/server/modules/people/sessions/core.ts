import type { SecretBox } from '../../../platform/secret-box.ts';
import type { Services } from '../../../platform/services.ts';
import type { Accounts, StandingQueue } from '../accounts/index.ts';
import type { Mail } from '../mail/index.ts';
import type { ApiTokens } from './api-token.ts';
import type { KeyedQueue } from './keyed-queue.ts';
import type { KnownAddresses } from './known-addresses.ts';
import type { Oidc } from './oidc/core.ts';
import type { SessionCache } from './session-cache.ts';
import type { TokenFacts } from './store-api-tokens.ts';
import type { StrangerQueue } from './stranger-queue.ts';
import type { Tokens } from './token.ts';
import type { TokenUses } from './token-uses.ts';

/** Shared by the verbs of this module. */
export interface Core {
  services: Services;
  accounts: Accounts;
  tokens: Tokens;
  apiTokens: ApiTokens;
  /** Encrypts secrets that must be readable again, such as authenticator keys. */
  box: SecretBox;
  cache: SessionCache;
  /** Keyed by the hash of the token, in hex. */
  tokenCache: SessionCache<TokenFacts>;
  tokenUses: TokenUses;
  /** Invalidates cached rights on this node, by session and by API token. */
  forgetAccount(accountId: string): void;
  /** Serialises sign-ins of strangers at one name. */
  strangers: StrangerQueue;
  /** Serialises the work of one account, and sign-ins with one name from one known address. */
  queue: KeyedQueue;
  /** Limits the queries of sign-ins: a flood of them leaves connections for other work. */
  lookUps: StandingQueue;
  knownAddresses: KnownAddresses;
  /** Single sign-on; null without a provider. */
  oidc: Oidc | null;
  mail: Mail;
  /** E-mails that are being sent; awaited before the server stops. */
  background: Set<Promise<void>>;
  /** Whether an address is allowed at the tenant-manager sign-in. */
  mayAdministerFrom: (address: string) => boolean;
  wait: (ms: number) => Promise<void>;
}
