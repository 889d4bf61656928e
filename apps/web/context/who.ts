import type { LoginData } from '@voltloop/contract/calls/accounts.ts';

/** The user, as guard, menu and tabs see them. For display only; the server decides (interpretation C03). */
export interface Who {
  /** Null: nobody is signed in. */
  roleId: number | null;
  /** Ids of the menu entries and buttons of a back-office role (interpretation B37). */
  rights: readonly number[];
}

/** The main account, which has every right without a list. */
const MAIN = 0;
const none: readonly number[] = [];

/** Whether a user has a right of the back office: the id of a menu entry or a button (resource-kit/rights.ts). */
export function hasRight({ roleId, rights }: Who, id: number): boolean {
  return roleId === MAIN || rights.includes(id);
}

/** The user in the login data; the same list object while the rights are the same. */
export function whoOf(login: Pick<LoginData, 'roleIds' | 'permissionList'> | null): Who {
  return { roleId: login?.roleIds[0] ?? null, rights: login?.permissionList ?? none };
}
