import type { QueryInputOf } from '@voltloop/contract';
import type { thingIds } from '@voltloop/contract/calls/things.ts';

/** Pure: what the Device List shows, as its URL and as the server's filters. What is default stays out of both. */

export const listSorts = [
  'devid',
  'devname',
  'status',
  'problem',
  'soc',
  'last_time',
  'registertime',
] as const;
export type ListSort = (typeof listSorts)[number];

export interface ListView {
  search: string;
  /** Device status 0-4, or null for all. */
  state: number | null;
  /** Least level of the worst active event, 1-3, or null for all; 2: needs attention. */
  problem: number | null;
  /** Parts of version texts. */
  sw: string;
  hw: string;
  /** yyyy-MM-dd */
  from: string;
  to: string;
  devtype: string;
  /** User name of an account, `none` for what is bound to nobody, '' for all. */
  account: string;
  /** Id of a site. */
  site: string;
  sort: ListSort;
  order: 'asc' | 'desc';
}

export const builtList: ListView = {
  search: '',
  state: null,
  problem: null,
  sw: '',
  hw: '',
  from: '',
  to: '',
  devtype: '',
  account: '',
  site: '',
  sort: 'devname',
  order: 'asc',
};

/** The names of the filters beside search and order, as they stand in the address. */
export const filterNames = [
  'state',
  'problem',
  'sw',
  'hw',
  'from',
  'to',
  'devtype',
  'account',
  'site',
] as const;
export type FilterName = (typeof filterNames)[number];

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The view an address asks for; whatever makes no sense is taken as default. */
export function listFromUrl(params: URLSearchParams): ListView {
  const text = (name: string, most = 100) => (params.get(name) ?? '').slice(0, most);
  const day = (name: string) =>
    DAY.test(text(name)) && !Number.isNaN(Date.parse(text(name))) ? text(name) : '';
  const state = text('state');
  const problem = text('problem');
  const sort = listSorts.find((each) => each === params.get('sort'));
  return {
    search: text('search'),
    state: /^[0-4]$/.test(state) ? Number(state) : null,
    problem: /^[1-3]$/.test(problem) ? Number(problem) : null,
    sw: text('sw'),
    hw: text('hw'),
    from: day('from'),
    to: day('to'),
    devtype: text('devtype', 50),
    account: text('account', 64),
    site: text('site', 64),
    sort: sort ?? builtList.sort,
    order: params.get('order') === 'desc' ? 'desc' : 'asc',
  };
}

/** The address of a view, with other parameters of `before` kept. */
export function listToUrl(view: ListView, before = new URLSearchParams()): URLSearchParams {
  const next = new URLSearchParams(before);
  for (const key of Object.keys(builtList)) next.delete(key);
  if (view.search) next.set('search', view.search);
  for (const name of filterNames) {
    const value = view[name];
    if (value !== null && value !== '') next.set(name, String(value));
  }
  if (view.sort !== builtList.sort || view.order !== builtList.order) next.set('sort', view.sort);
  if (view.order !== builtList.order) next.set('order', view.order);
  return next;
}

/** The filters in use, without search and order. */
export function filtersInUse(view: ListView): FilterName[] {
  return filterNames.filter((name) => view[name] !== builtList[name]);
}

/** The view without one of its filters, or without all of them. */
export function withoutFilter(view: ListView, name: FilterName | 'all'): ListView {
  const gone = name === 'all' ? filterNames : [name];
  return { ...view, ...Object.fromEntries(gone.map((each) => [each, builtList[each]])) };
}

/** What the server is asked for: the specification's own filters where it has them. */
export function serverFilters(view: ListView): QueryInputOf<typeof thingIds> {
  const versions = [
    ...(view.sw ? [{ status_name: 'sw_version', op: 'like', status_value: view.sw }] : []),
    ...(view.hw ? [{ status_name: 'hw_version', op: 'like', status_value: view.hw }] : []),
  ];
  const oneDay = view.from !== '' && view.from === view.to;
  return {
    ...(view.search ? { search: view.search } : {}),
    ...(view.state === null ? {} : { state: view.state }),
    ...(view.problem === null ? {} : { problem_level: view.problem }),
    ...(versions.length > 0 ? { status_filters: JSON.stringify(versions) } : {}),
    ...(oneDay ? { description: JSON.stringify({ installTime: view.from }) } : {}),
    ...(!oneDay && view.from ? { installed_from: view.from } : {}),
    ...(!oneDay && view.to ? { installed_to: view.to } : {}),
    ...(view.devtype ? { devtype: view.devtype } : {}),
    ...(view.account ? { account: view.account } : {}),
    ...(view.site ? { site: view.site } : {}),
    sort: view.sort,
    order: view.order,
  };
}
