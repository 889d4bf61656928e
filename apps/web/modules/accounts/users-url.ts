/** Pure: what a list of users shows, as its URL. Everything that is default stays out of the address. */

import type { AccountKind, UserExportColumn, UserStateName } from '@voltloop/contract';
import { userExportColumns, userSorts, userStates } from '@voltloop/contract/calls/users.ts';
import { accountKinds } from '@voltloop/contract/roles.ts';

export type UserSort = (typeof userSorts)[number];

export interface UsersView {
  search: string;
  kind: AccountKind | null;
  state: UserStateName | null;
  /** Id of the account whose people are shown; null is the signed-in one. */
  under: string | null;
  /** Only those directly below it. */
  direct: boolean;
  sort: UserSort;
  order: 'asc' | 'desc';
  /** From 1. */
  page: number;
  size: number;
}

/** Rows of a page at first (specification section 9). */
export const PAGE_SIZE = 10;

export const defaultUsersView: UsersView = {
  search: '',
  kind: null,
  state: null,
  under: null,
  direct: false,
  sort: 'created_at',
  order: 'desc',
  page: 1,
  size: PAGE_SIZE,
};

function among<T extends string>(text: string | null, all: readonly T[]): T | null {
  return all.find((each) => each === text) ?? null;
}

function wholeNumber(text: string | null, fallback: number, max: number): number {
  const value = Number(text);
  return text !== null && Number.isInteger(value) && value >= 1 && value <= max ? value : fallback;
}

/** The view an address asks for; whatever makes no sense is taken as default. */
export function usersViewFromUrl(params: URLSearchParams): UsersView {
  const sort = among(params.get('sort'), userSorts);
  const order = among(params.get('order'), ['asc', 'desc'] as const);
  const under = params.get('under');
  return {
    search: (params.get('search') ?? '').slice(0, 100),
    kind: among(params.get('kind'), accountKinds),
    state: among(params.get('state'), userStates),
    under: under && /^[0-9a-f-]{36}$/i.test(under) ? under : null,
    direct: params.get('direct') === '1',
    sort: sort ?? defaultUsersView.sort,
    order: order ?? (sort ? 'asc' : defaultUsersView.order),
    page: wholeNumber(params.get('page'), 1, 10_000),
    size: wholeNumber(params.get('size'), PAGE_SIZE, 100),
  };
}

/** The address of a view, with other parameters of `before` kept. */
export function usersViewToUrl(view: UsersView, before = new URLSearchParams()): URLSearchParams {
  const next = new URLSearchParams(before);
  const set = (key: string, value: string | null) => (value ? next.set(key, value) : next.delete(key));
  const { sort, order } = view;
  const ordered = sort !== defaultUsersView.sort || order !== defaultUsersView.order;
  set('search', view.search);
  set('kind', view.kind);
  set('state', view.state);
  set('under', view.under);
  set('direct', view.direct ? '1' : null);
  set('sort', ordered ? sort : null);
  set('order', ordered ? order : null);
  set('page', view.page > 1 ? String(view.page) : null);
  set('size', view.size === PAGE_SIZE ? null : String(view.size));
  return next;
}

/** The filters of a view as the calls take them. */
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

/** The columns of a file, from those a table shows: its name column holds both names. */
export function exportColumns(shown: readonly string[]): UserExportColumn[] {
  const wanted = shown.flatMap((id) => (id === 'name' ? ['name', 'user_name'] : [id]));
  return wanted.flatMap((id) => userExportColumns.find((each) => each === id) ?? []);
}
