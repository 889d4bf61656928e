/** Pure: what the desk shows, as its URL. Everything that is default stays out of the address. */

export const whens = ['open', 'overdue', 'today', 'soon', 'failed', 'notStarted'] as const;
export type When = (typeof whens)[number];
export const SIZES = [50, 100, 200] as const;

export interface DeskView {
  search: string;
  type: number | null;
  state: number | null;
  when: When | null;
  site: string | null;
  enterprise: string | null;
  /** Business days of the records, yyyy-MM-dd. */
  from: string;
  to: string;
  page: number;
  size: number;
}

const first: DeskView = {
  search: '',
  type: null,
  state: null,
  when: null,
  site: null,
  enterprise: null,
  from: '',
  to: '',
  page: 1,
  size: SIZES[0],
};

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** The view an address asks for; whatever makes no sense is taken as default. */
export function viewFromUrl(params: URLSearchParams): DeskView {
  const text = (name: string) => params.get(name) ?? '';
  const whole = (name: string, most: number) => {
    const value = Number(text(name));
    return Number.isInteger(value) && value >= 1 && value <= most ? value : null;
  };
  const day = (name: string) => (/^\d{4}-\d\d-\d\d$/.test(text(name)) ? text(name) : '');
  const id = (name: string) => (UUID.test(text(name)) ? text(name) : null);
  return {
    search: text('search').slice(0, 40),
    type: whole('type', 10),
    state: whole('state', 4),
    when: whens.find((each) => each === text('when')) ?? null,
    site: id('site'),
    enterprise: id('enterprise'),
    from: day('from'),
    to: day('to'),
    page: whole('page', 1_000_000) ?? 1,
    size: SIZES.find((each) => String(each) === text('size')) ?? first.size,
  };
}

export function viewToUrl(view: DeskView): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(view))
    if (value !== first[name as keyof DeskView]) params.set(name, String(value));
  return params;
}

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
