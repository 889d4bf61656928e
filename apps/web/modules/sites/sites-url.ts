import type { QueryInputOf } from '@voltloop/contract';
import { type listSites, siteSorts } from '@voltloop/contract/calls/sites.ts';

/** Pure: what the list of sites shows, as its URL and as the server's filters. What is default stays out of both. */

export type SiteSort = (typeof siteSorts)[number];

export interface SitesView {
  search: string;
  /** Worst state of the devices, 0-4, or null for all. */
  state: number | null;
  tags: readonly string[];
  sort: SiteSort;
  order: 'asc' | 'desc';
  page: number;
  size: number;
}

export const builtSites: SitesView = {
  ...{ search: '', state: null, tags: [], sort: 'status', order: 'asc', page: 1, size: 20 },
};
const sizes = [10, 20, 30, 50];

export function sitesFromUrl(params: URLSearchParams): SitesView {
  const number = (name: string) => Number(params.get(name) ?? Number.NaN);
  const state = params.get('state') ?? '';
  return {
    search: (params.get('search') ?? '').slice(0, 100),
    state: /^[0-4]$/.test(state) ? Number(state) : null,
    tags: params.getAll('tag').slice(0, 10),
    sort: siteSorts.find((each) => each === params.get('sort')) ?? builtSites.sort,
    order: params.get('order') === 'desc' ? 'desc' : 'asc',
    page: Number.isInteger(number('page')) && number('page') > 0 ? number('page') : 1,
    size: sizes.includes(number('size')) ? number('size') : builtSites.size,
  };
}

export function sitesToUrl(view: SitesView): URLSearchParams {
  const params = new URLSearchParams();
  if (view.search) params.set('search', view.search);
  if (view.state !== null) params.set('state', String(view.state));
  for (const tag of view.tags) params.append('tag', tag);
  if (view.sort !== builtSites.sort) params.set('sort', view.sort);
  if (view.order !== builtSites.order) params.set('order', view.order);
  if (view.page !== 1) params.set('page', String(view.page));
  if (view.size !== builtSites.size) params.set('size', String(view.size));
  return params;
}

export function serverFilters(view: SitesView): QueryInputOf<typeof listSites> {
  return {
    ...(view.search ? { search: view.search } : {}),
    ...(view.state === null ? {} : { state: view.state }),
    ...(view.tags.length > 0 ? { tags: view.tags.join(',') } : {}),
    ...{ sort: view.sort, order: view.order },
  };
}
