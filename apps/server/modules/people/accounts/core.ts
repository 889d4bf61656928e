import type { Services } from '../../../platform/services.ts';
import type { Mail } from '../mail/index.ts';

/** Shared by the verbs of this module. */
export interface Core {
  services: Services;
  mail: Mail;
  /** Called with the account's id after a change of it was committed; see `Accounts.onChange`. */
  changed: (accountId: string) => void;
}
