import type { AccountKind } from '@voltloop/contract';
import { roleOf, useSession } from '../api/session.ts';

/** The signed-in account. */
export interface Account {
  id: string;
  tenantId: string;
  /** The role id; 5, an end user, while nobody is signed in. */
  roleId: number;
  name: string;
  kind: AccountKind;
}

export function useAccount(): Account {
  const login = useSession((session) => session.login);
  return {
    id: login?.user_id ?? '',
    tenantId: login?.tenant_id ?? '',
    roleId: roleOf(login) ?? 5,
    name: login?.name ?? '',
    kind: (login?.kind ?? 'enduser') as AccountKind,
  };
}
