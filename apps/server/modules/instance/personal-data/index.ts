import type { Module } from '../../../platform/module.ts';
import type { Services } from '../../../platform/services.ts';
import type { Accounts } from '../../people/accounts/index.ts';
import type { Sessions } from '../../people/sessions/index.ts';
import { personalDataRoutes } from './routes.ts';

/** A copy of all personal data of an account, and its erasure (docs/decisions/0084). */
export function createPersonalData(services: Services, accounts: Accounts, sessions: Sessions): Module {
  return { routes: (http) => personalDataRoutes(http, { services, accounts, sessions }) };
}
