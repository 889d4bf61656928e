/** Pure: what the list of staff shows, as its URL. Everything that is default stays out of the address. */

import { type StaffExportColumn, staffExportColumns, staffSorts } from '@voltloop/contract/calls/staff.ts';
import { type UserStateName, userStates } from '@voltloop/contract/calls/users.ts';

export type StaffSort = (typeof staffSorts)[number];

export interface StaffView {
  search: string;
  /** Id of a role; 100 shows those without one. */
  role: number | null;
  state: UserStateName | null;
  sort: StaffSort;
  order: 'asc' | 'desc';
  /** From 1. */
  page: number;
  size: number;
}

/** Rows of a page at first (specification section 9). */
const PAGE_SIZE = 10;

export const defaultStaffView: StaffView = {
  ...{ search: '', role: null, state: null, sort: 'created_at', order: 'desc', page: 1, size: PAGE_SIZE },
};

const among = <T extends string>(text: string | null, all: readonly T[]): T | null =>
  all.find((each) => each === text) ?? null;

function wholeNumber(text: string | null, least: number, most: number): number | null {
  const value = Number(text);
  return text !== null && Number.isInteger(value) && value >= least && value <= most ? value : null;
}

/** The view an address asks for; whatever makes no sense is taken as default. */
export function staffViewFromUrl(params: URLSearchParams): StaffView {
  const sort = among(params.get('sort'), staffSorts);
  return {
    search: (params.get('search') ?? '').slice(0, 100),
    role: wholeNumber(params.get('role'), 100, 2_147_483_647),
    state: among(params.get('state'), userStates),
    sort: sort ?? defaultStaffView.sort,
    order: among(params.get('order'), ['asc', 'desc'] as const) ?? (sort ? 'asc' : 'desc'),
    page: wholeNumber(params.get('page'), 1, 10_000) ?? 1,
    size: wholeNumber(params.get('size'), 1, 100) ?? PAGE_SIZE,
  };
}

/** The address of a view; the saved view that `now` shows stays open. */
export function staffViewToUrl(view: StaffView, now?: URLSearchParams): URLSearchParams {
  const url = new URLSearchParams();
  const saved = now?.get('view');
  if (saved) url.set('view', saved);
  const ordered = view.sort !== defaultStaffView.sort || view.order !== defaultStaffView.order;
  if (view.search) url.set('search', view.search);
  if (view.role !== null) url.set('role', String(view.role));
  if (view.state) url.set('state', view.state);
  if (ordered) {
    url.set('sort', view.sort);
    url.set('order', view.order);
  }
  if (view.page > 1) url.set('page', String(view.page));
  if (view.size !== PAGE_SIZE) url.set('size', String(view.size));
  return url;
}

/** What of a view chooses staff and orders them, as the calls take it. */
export const staffFilters = (view: StaffView) => ({
  ...{ search: view.search, role_id: view.role ?? undefined, state: view.state ?? undefined },
  ...{ sort: view.sort, order: view.order },
});

/** The columns of a file for those that the list shows: one of them has two names in it. */
export function exportColumns(shown: readonly string[]): StaffExportColumn[] {
  const names = shown.flatMap((id) =>
    id === 'name' ? ['name', 'user_name'] : [id === 'twoFactor' ? 'two_factor' : id],
  );
  return names.flatMap((name) => among(name, staffExportColumns) ?? []);
}
