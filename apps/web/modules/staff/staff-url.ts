/** Pure: the state of the list of staff as its URL. Defaults are omitted. */

import { userStates } from '@voltloop/contract/calls/users.ts';
import { fileColumnIds } from '@voltloop/contract/lists/define-list.ts';
import { staffList } from '@voltloop/contract/lists/staff.list.ts';
import { address, oneOf, paged, sorted, text, type ViewOf, whole } from '../../ui/list/address.ts';
import { FIRST_PAGE } from '../../ui/table/page-numbers.ts';

const parts = {
  search: text(),
  /** Id of a role; 100 shows those without one. */
  role: whole(100, 2_147_483_647),
  state: oneOf(userStates),
  ...sorted(staffList.sort.by, 'created_at', 'desc', 'asc'),
  // Also accepts sizes that no list shows, up to the server's maximum.
  ...paged(100, FIRST_PAGE.size),
};
export type StaffView = ViewOf<typeof parts>;
const { first, fromUrl, toUrl } = address(parts);
export const defaultStaffView = first;
export const staffViewFromUrl = fromUrl;

/** The URL of a view; the open saved view of `now` is kept. */
export function staffViewToUrl(view: StaffView, now?: URLSearchParams): URLSearchParams {
  const saved = now?.get('view');
  return toUrl(view, new URLSearchParams(saved ? { view: saved } : {}));
}

/** The part of a view that filters and sorts staff, as call parameters. */
export const staffFilters = (view: StaffView) => ({
  search: view.search,
  role_id: view.role ?? undefined,
  state: view.state ?? undefined,
  sort: view.sort,
  order: view.order,
});

/** The columns of an exported file for the visible columns. */
export const exportColumns = (shown: readonly string[]) => fileColumnIds(staffList, shown);
