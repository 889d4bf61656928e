/** The server queries of the staff pages, as TanStack Query options. */

import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { getStaff, listStaff, listStaffRoles } from '@voltloop/contract/calls/staff.ts';
import type { staffList } from '@voltloop/contract/lists/staff.list.ts';
import { call } from '../../api/call.ts';
import type { ListPlace } from '../../ui/list/use-list-place.ts';

const STAFF = 'staff';

export const staffPage = (tenantId: string, { wanted, view }: ListPlace<typeof staffList>) =>
  queryOptions({
    queryKey: [STAFF, 'list', tenantId, wanted, view.page, view.size],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(listStaff, {
        params: { tenantId },
        query: { ...wanted, current_page: view.page, page_size: view.size },
        signal,
      }),
  });

/** One full staff account; the server audits each read, so it is fetched only for display. */
export const staffDetail = (tenantId: string, id: string) =>
  queryOptions({
    queryKey: [STAFF, 'detail', tenantId, id],
    staleTime: 60_000,
    queryFn: ({ signal }) => call(getStaff, { params: { tenantId, id }, signal }),
  });

/** Selectable roles, and which of them the signed-in account may grant. */
export const staffRoles = (tenantId: string) =>
  queryOptions({
    queryKey: [STAFF, 'roles', tenantId],
    staleTime: 30_000,
    queryFn: ({ signal }) => call(listStaffRoles, { params: { tenantId }, signal }),
  });

/** Invalidates everything that shows or counts staff, after a change. */
export const staffChanged = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: [STAFF] }),
    client.invalidateQueries({ queryKey: ['roles'] }),
  ]);
