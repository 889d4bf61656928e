/** The server queries of the staff pages, as TanStack Query options. */

import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { getStaff, listStaff, listStaffRoles } from '@voltloop/contract/calls/staff.ts';
import { call } from '../../api/call.ts';
import { type StaffView, staffFilters } from './staff-url.ts';

const STAFF = 'staff';

export const staffPage = (tenantId: string, view: StaffView) =>
  queryOptions({
    queryKey: [STAFF, 'list', tenantId, view],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(listStaff, {
        params: { tenantId },
        query: { ...staffFilters(view), current_page: view.page, page_size: view.size },
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
