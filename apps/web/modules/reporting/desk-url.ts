import { address, day, maybe, oneOf, paged, text, type ViewOf, whole } from '../../ui/list/address.ts';

/** Pure: the view of the desk, as its URL. Default values are omitted. */

export const whens = ['open', 'overdue', 'today', 'soon', 'failed', 'notStarted'] as const;
export const SIZES = [50, 100, 200] as const;

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

const parts = {
  search: text(40),
  type: whole(1, 10),
  state: whole(1, 4),
  when: oneOf(whens),
  site: maybe(36, UUID),
  enterprise: maybe(36, UUID),
  /** Business days of the records. */
  from: day(),
  to: day(),
  ...paged(SIZES, SIZES[0]),
};
export type DeskView = ViewOf<typeof parts>;
export const { fromUrl: viewFromUrl, toUrl: viewToUrl } = address(parts);

/** The filter of the calls. */
export function filterOf({ search, type, state, when, site, enterprise, from, to }: DeskView) {
  return {
    ...(search && { search }),
    ...(type !== null && { type }),
    ...(state !== null && { state }),
    ...(when !== null && { when }),
    ...(site !== null && { siteId: site }),
    ...(enterprise !== null && { enterpriseId: enterprise }),
    ...(from && { from }),
    ...(to && { to }),
  };
}

export const isFiltered = (view: DeskView): boolean => Object.keys(filterOf(view)).length > 0;
