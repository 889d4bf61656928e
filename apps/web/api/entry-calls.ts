import type * as accounts from '@voltloop/contract/calls/accounts.ts';
import type * as brands from '@voltloop/contract/calls/brands.ts';
import { entry } from '@voltloop/contract/calls/entry.ts';
import type * as oidc from '@voltloop/contract/calls/oidc.ts';

/**
 * The calls of the first page, with the contract's types but without its schemas: sending needs only a method and a
 * path.
 */
export const {
  createSession,
  refreshSession,
  logout,
  getSelf,
  updatePreferences,
  startOidc,
  getSetup,
  getBrand,
} = entry as Pick<typeof accounts & typeof brands & typeof oidc, keyof typeof entry>;
