/** Pure: what the page of a store shows, as its URL. Everything that is default stays out of the address. */

export interface StoreView {
  /** yyyy-MM-dd; empty: today. */
  day: string;
  /** Code of the chosen location, empty for what is not put away; null: the whole store. */
  location: string | null;
  chemistry: string;
  condition: string;
  search: string;
  page: number;
  size: number;
}

export const SIZES = [20, 50, 100] as const;
const FIRST: StoreView = {
  day: '',
  location: null,
  chemistry: '',
  condition: '',
  search: '',
  page: 1,
  size: 20,
};

export const dayFromUrl = (params: URLSearchParams): string => {
  const day = params.get('day') ?? '';
  return /^\d{4}-\d\d-\d\d$/.test(day) ? day : '';
};

/** The view an address asks for; whatever makes no sense is taken as default. */
export function storeViewFrom(params: URLSearchParams): StoreView {
  const text = (name: string, most: number) => (params.get(name) ?? '').slice(0, most);
  const page = Number(params.get('page'));
  const size = Number(params.get('size'));
  return {
    day: dayFromUrl(params),
    location: params.has('location') ? text('location', 30) : null,
    chemistry: text('chemistry', 10),
    condition: text('condition', 20),
    search: text('search', 40),
    page: Number.isInteger(page) && page > 0 ? page : FIRST.page,
    size: SIZES.find((each) => each === size) ?? FIRST.size,
  };
}

export function storeViewToUrl(view: StoreView): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(view))
    if (value !== FIRST[name as keyof StoreView]) params.set(name, String(value));
  return params;
}
