import type { Services } from '../../platform/services.ts';
import type { Mail } from '../mail/index.ts';

/** What the verbs of this module share. */
export interface Core {
  services: Services;
  mail: Mail;
  /** Called with the account's id when a change of it has been committed; see `Accounts.onChange`. */
  changed: (accountId: string) => void;
}
