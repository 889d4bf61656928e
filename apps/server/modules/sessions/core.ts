import type { BlockList } from 'node:net';
import type { SecretBox } from '../../platform/secret-box.ts';
import type { Services } from '../../platform/services.ts';
import type { Accounts, StandingQueue } from '../accounts/index.ts';
import type { Mail } from '../mail/index.ts';
import type { ApiTokens } from './api-token.ts';
import type { KeyedQueue } from './keyed-queue.ts';
import type { KnownAddresses } from './known-addresses.ts';
import type { Oidc } from './oidc/core.ts';
import type { SessionCache } from './session-cache.ts';
import type { TokenFacts } from './store-api-tokens.ts';
import type { Tokens } from './token.ts';
import type { TokenUses } from './token-uses.ts';

/** What the verbs of this module share. */
export interface Core {
  services: Services;
  accounts: Accounts;
  tokens: Tokens;
  apiTokens: ApiTokens;
  /** Keeps what must be read again, such as the keys of authenticators. */
  box: SecretBox;
  cache: SessionCache;
  /** By the hash of the token, in hex. */
  tokenCache: SessionCache<TokenFacts>;
  tokenUses: TokenUses;
  /** Forgets, on this node, what an account may do, by session and by API token. */
  forgetAccount(accountId: string): void;
  /** Sign-ins with one name go one after the other. */
  turns: KeyedQueue;
  /** What sign-ins ask of the database: a flood of them leaves connections to everything else. */
  lookUps: StandingQueue;
  knownAddresses: KnownAddresses;
  /** Single sign-on; null where no provider is set. */
  oidc: Oidc | null;
  mail: Mail;
  /** E-mails that are being sent; awaited before the server stops. */
  background: Set<Promise<void>>;
  /** Addresses that may use the tenant-manager sign-in; null means any. */
  adminAddresses: BlockList | null;
  wait: (ms: number) => Promise<void>;
}
