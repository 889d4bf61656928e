/** The server queries of the user pages, as TanStack Query options: one key and one call per query. */

import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import type { AccountKind } from '@voltloop/contract';
import { listThings, listUserThings } from '@voltloop/contract/calls/things.ts';
import { getUser, listInvitations, listUsers, userTree } from '@voltloop/contract/calls/users.ts';
import type { CallFilters } from '@voltloop/contract/lists/define-list.ts';
import type { invitationsList } from '@voltloop/contract/lists/invitations.list.ts';
import type { usersList } from '@voltloop/contract/lists/users.list.ts';
import { call } from '../../api/call.ts';
import type { ListPlace } from '../../ui/list/use-list-place.ts';

/** Accounts that a picker lists at first; typing narrows the list. */
const OFFERED = 20;
/** Nodes of one level of the tree fetched at once. */
const TREE_PAGE = 100;
/** Maximum of rows selected at once: one page of the call. */
const MAX_ROWS = 9999;

/** Accounts that match a search, for a picker. */
export const offeredAccounts = (
  tenantId: string,
  wanted: { search: string; kinds?: readonly AccountKind[] | undefined; withSelf: boolean },
) =>
  queryOptions({
    queryKey: ['users', 'offered', tenantId, wanted],
    staleTime: 15_000,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(listUsers, {
        params: { tenantId },
        query: {
          search: wanted.search,
          limit: OFFERED,
          sort: 'name',
          ...(wanted.kinds ? { kind: wanted.kinds.join(',') } : {}),
          ...(wanted.withSelf ? { with_self: true } : {}),
        },
        signal,
      }),
  });

/** One page of a list of users. */
export const usersPage = (tenantId: string, { wanted, view }: ListPlace<typeof usersList>) =>
  queryOptions({
    queryKey: ['users', 'list', tenantId, wanted, view.page, view.size],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(listUsers, {
        params: { tenantId },
        query: { ...wanted, current_page: view.page, page_size: view.size },
        signal,
      }),
  });

/** Every account of a filter, for selecting all of them. */
export const everyUser = (tenantId: string, wanted: CallFilters<typeof usersList>) =>
  call(listUsers, { params: { tenantId }, query: { ...wanted, page_size: MAX_ROWS } });

/** One full account; the server audits each read, so it is fetched only for display. */
export const userDetail = (tenantId: string, id: string) =>
  queryOptions({
    queryKey: ['users', 'detail', tenantId, id],
    staleTime: 60_000,
    queryFn: ({ signal }) => call(getUser, { params: { tenantId, id }, signal }),
  });

/** The accounts directly below one, and its ancestors. */
export const treeLevel = (tenantId: string, parentId: string) =>
  infiniteQueryOptions({
    queryKey: ['users', 'tree', tenantId, parentId],
    staleTime: 30_000,
    initialPageParam: 0,
    queryFn: ({ signal, pageParam }) =>
      call(userTree, {
        params: { tenantId },
        query: { parent_id: parentId, skip: pageParam, limit: TREE_PAGE },
        signal,
      }),
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, page) => sum + page.list.length, 0);
      return loaded < last.total && last.list.length > 0 ? loaded : undefined;
    },
  });

/** Things bound to an account or below it. */
export const thingsOfUser = (tenantId: string, userId: string, search: string) =>
  queryOptions({
    queryKey: ['users', 'things', tenantId, userId, search],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(listUserThings, {
        params: { tenantId, userId },
        query: { search, page_size: 100, sort: 'devname' },
        signal,
      }),
  });

export const invitations = (tenantId: string, { wanted, view }: ListPlace<typeof invitationsList>) =>
  queryOptions({
    queryKey: ['invitations', tenantId, wanted, view.page, view.size],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(listInvitations, {
        params: { tenantId },
        query: { ...wanted, current_page: view.page, page_size: view.size },
        signal,
      }),
  });

/** Invalidates everything that shows accounts, after a change. */
export const usersChanged = (client: QueryClient) => client.invalidateQueries({ queryKey: ['users'] });

/** One account for a picker, from the tree: without personal data, so the read is not audited. */
export const offeredParent = (tenantId: string, id: string) =>
  queryOptions({
    queryKey: ['users', 'node', tenantId, id],
    staleTime: 60_000,
    queryFn: async ({ signal }) =>
      (await call(userTree, { params: { tenantId }, query: { parent_id: id, limit: 0 }, signal })).parent,
  });

/** Things that match a search, for a picker. */
export const offeredThings = (tenantId: string, search: string) =>
  queryOptions({
    queryKey: ['users', 'offeredThings', tenantId, search],
    staleTime: 15_000,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(listThings, {
        params: { tenantId },
        query: { search, page_size: OFFERED, sort: 'devname' },
        signal,
      }),
  });
