import type { QueryInputOf } from '@voltloop/contract';
import { type thingIds, thingSorts } from '@voltloop/contract/calls/things.ts';
import { address, day, sorted, text, type ViewOf, whole } from '../../../ui/list/address.ts';

/** Pure: the state of the Device List as its URL and as the server's filters. Defaults are omitted. */

const parts = {
  search: text(),
  /** Device status 0-4, or null for all. */
  state: whole(0, 4),
  /** Minimum level of the worst active event, 1-3, or null for all; 2: needs attention. */
  problem: whole(1, 3),
  /** Parts of version numbers. */
  sw: text(),
  hw: text(),
  from: day(),
  to: day(),
  devtype: text(50),
  /** User name of an account, `none` for unbound devices, '' for all. */
  account: text(64),
  /** Id of a site. */
  site: text(64),
  ...sorted(thingSorts, 'devname'),
};
export type ListView = ViewOf<typeof parts>;
export const { first: builtList, fromUrl: listFromUrl, toUrl: listToUrl } = address(parts);

/** The names of the filters other than search and order, as in the URL. */
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

/** The active filters, without search and order. */
export function filtersInUse(view: ListView): FilterName[] {
  return filterNames.filter((name) => view[name] !== builtList[name]);
}

/** The view without one of its filters, or without all of them. */
export function withoutFilter(view: ListView, name: FilterName | 'all'): ListView {
  const gone = name === 'all' ? filterNames : [name];
  return { ...view, ...Object.fromEntries(gone.map((each) => [each, builtList[each]])) };
}

/** The query sent to the server, with the parameter names of the specification where it has them. */
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
