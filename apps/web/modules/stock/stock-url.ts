import { address, day, type Part, paged, text, type ViewOf } from '../../ui/list/address.ts';

/** Pure: the view of a store page, as its URL. */

export const SIZES = [20, 50, 100] as const;

/** Code of the selected location, empty for goods without one; null: the whole store. */
const location: Part<string | null> = {
  first: null,
  read: (text) => text?.slice(0, 30),
  write: (value) => value,
};

const parts = {
  /** Empty: today. */
  day: day(),
  location,
  chemistry: text(10),
  condition: text(20),
  search: text(40),
  ...paged(SIZES, 20),
};
export type StoreView = ViewOf<typeof parts>;
export const { fromUrl: storeViewFrom, toUrl: storeViewToUrl } = address(parts);

export const dayFromUrl = (params: URLSearchParams): string => storeViewFrom(params).day;
