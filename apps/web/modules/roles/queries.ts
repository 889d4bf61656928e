/** The server queries of the roles pages, as TanStack Query options. */

import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { findRoleMenus, findRolePage, getMenus, loadAllRoles } from '@voltloop/contract/calls/roles.ts';
import { call } from '../../api/call.ts';

const ROLES = 'roles';

export const rolesPage = (wanted: { name: string; page: number; size: number }) =>
  queryOptions({
    queryKey: [ROLES, 'page', wanted],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(findRolePage, { query: wanted, signal }),
  });

export const allRoles = queryOptions({
  queryKey: [ROLES, 'all'],
  queryFn: ({ signal }) => call(loadAllRoles, { signal }),
});

/** Ids of a role's menus. */
export const menusOfRole = (roleId: number) =>
  queryOptions({
    queryKey: [ROLES, 'menus', roleId],
    queryFn: ({ signal }) => call(findRoleMenus, { query: { roleId }, signal }),
  });

/** All menu entries and buttons; part of the code, so never stale. */
export const everyMenu = queryOptions({
  queryKey: ['menus'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal }) => call(getMenus, { signal }),
});

/** Invalidates everything that shows roles, after a change. */
export const rolesChanged = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: [ROLES] }),
    client.invalidateQueries({ queryKey: ['staff'] }),
  ]);
