import { type Caller, everyRight, type Rights } from '../../../platform/ctx.ts';
import type { AccountRow } from './store.ts';

const noRight: Rights = { has: () => false };
const NO_SESSION = '00000000-0000-0000-0000-000000000000';

/** A caller for an account, for work of the server in its name without a session: the demo seed, tests. */
export function actingAs(account: AccountRow): Caller {
  return {
    accountId: account.id,
    tenantId: account.tenantId,
    path: account.path,
    level: account.level,
    roleId: account.roleId,
    kind: account.kind,
    userName: account.userName,
    sessionId: NO_SESSION,
    rights: account.kind === 'main' ? everyRight : noRight,
  };
}
