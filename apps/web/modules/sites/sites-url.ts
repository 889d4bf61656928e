import type { QueryInputOf } from '@voltloop/contract';
import type { listSites } from '@voltloop/contract/calls/sites.ts';
import { sitesList } from '@voltloop/contract/lists/sites.list.ts';
import { address, paged, sorted, text, type ViewOf, whole } from '../../ui/list/address.ts';
import { PAGE_SIZES } from '../../ui/table/page-numbers.ts';

/** Pure: the state of the list of sites as its URL and as the server's filters. Defaults are omitted from both. */

const parts = {
  search: text(),
  /** Worst state of the devices, 0-4, or null for all. */
  state: whole(0, 4),
  ...sorted(sitesList.sort.by, 'status'),
  ...paged(PAGE_SIZES, 20),
};
export type SitesView = ViewOf<typeof parts> & { tags: readonly string[] };
const { first, fromUrl, toUrl } = address(parts);
export const builtSites: SitesView = { ...first, tags: [] };

export const sitesFromUrl = (params: URLSearchParams): SitesView => ({
  ...fromUrl(params),
  tags: params.getAll('tag').slice(0, 10),
});

/** One parameter per tag. */
export function sitesToUrl({ tags, ...view }: SitesView): URLSearchParams {
  const params = toUrl(view);
  for (const tag of tags) params.append('tag', tag);
  return params;
}

export function serverFilters(view: SitesView): QueryInputOf<typeof listSites> {
  return {
    ...(view.search ? { search: view.search } : {}),
    ...(view.state === null ? {} : { state: view.state }),
    ...(view.tags.length > 0 ? { tags: view.tags.join(',') } : {}),
    sort: view.sort,
    order: view.order,
  };
}
