import type { Services } from '../../platform/services.ts';

/** What the verbs of this module share. */
export interface Core {
  services: Services;
  /** Called with the account's id when a change of it has been committed; see `Accounts.onChange`. */
  changed: (accountId: string) => void;
}
