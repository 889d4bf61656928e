import { roles } from '@voltloop/contract';

/** Roles of the tenant-manager sign-in: main account, factory, and the back office (interpretation C09). */
export function isTenantManager(account: { roleId: number; kind: string }): boolean {
  return account.kind === 'staff' || account.roleId === roles.mainAccount || account.roleId === roles.factory;
}
