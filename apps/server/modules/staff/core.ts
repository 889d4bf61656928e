import type { Services } from '../../platform/services.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Sessions } from '../sessions/index.ts';

/** What the verbs of this module share. */
export interface Core {
  services: Services;
  accounts: Accounts;
  sessions: Sessions;
}
