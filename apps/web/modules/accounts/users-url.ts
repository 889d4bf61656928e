/** Pure: the state of a list of users as its URL. Defaults are omitted. */

import { userStates } from '@voltloop/contract/calls/users.ts';
import { fileColumnIds } from '@voltloop/contract/lists/define-list.ts';
import { usersList } from '@voltloop/contract/lists/users.list.ts';
import { accountKinds } from '@voltloop/contract/roles.ts';
import { address, flag, maybe, oneOf, paged, sorted, text, type ViewOf } from '../../ui/list/address.ts';
import { FIRST_PAGE } from '../../ui/table/page-numbers.ts';

const parts = {
  search: text(),
  kind: oneOf(accountKinds),
  state: oneOf(userStates),
  /** Id of the account whose subtree is shown; null is the signed-in one. */
  under: maybe(36, /^[0-9a-f-]{36}$/i),
  /** Only accounts directly below it. */
  direct: flag(),
  ...sorted(usersList.sort.by, 'created_at', 'desc', 'asc'),
  // Also accepts sizes that no list shows, up to the server's maximum.
  ...paged(100, FIRST_PAGE.size),
};
export type UsersView = ViewOf<typeof parts>;
export const { first: defaultUsersView, fromUrl: usersViewFromUrl, toUrl: usersViewToUrl } = address(parts);

/** The filters of a view as call parameters. */
export function usersFilters(view: UsersView) {
  return {
    search: view.search,
    kind: view.kind,
    state: view.state,
    parent_id: view.under,
    sort: view.sort,
    order: view.order,
    ...(view.direct ? { only_sub_user: true } : {}),
  };
}

/** The columns of an exported file for the visible columns. */
export const exportColumns = (shown: readonly string[]) => fileColumnIds(usersList, shown);
