import type { Services } from '../../../platform/services.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Sessions } from '../sessions/index.ts';

/** Shared by the verbs of this module. */
export interface Core {
  services: Services;
  accounts: Accounts;
  sessions: Sessions;
}
