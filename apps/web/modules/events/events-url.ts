import { FIRST_PAGE, PAGE_SIZES } from '@voltloop/ui/page-numbers.ts';

/** Pure: what the Event page shows, as its URL. Everything that is default stays out of the address. */

export const eventSorts = ['begin_time', 'end_time', 'level', 'devid'] as const;
export type EventSort = (typeof eventSorts)[number];
export const eventSources = ['master', 'slave', 'EMS', 'rule', 'platform'] as const;
export const eventSpans = { '24h': 86_400_000, '7d': 7 * 86_400_000, '30d': 30 * 86_400_000 } as const;
export type EventSpan = keyof typeof eventSpans;

export interface EventView {
  search: string;
  /** 1 active, 2 cleared, or null for both. */
  state: number | null;
  /** None means all. */
  levels: readonly number[];
  /** Only those that nobody has acknowledged. */
  unseen: boolean;
  source: string | null;
  span: EventSpan | null;
  devid: string | null;
  code: string | null;
  rule: string | null;
  account: string | null;
  /** Id of a site. */
  site: string | null;
  sort: EventSort;
  order: 'asc' | 'desc';
  page: number;
  size: number;
}

export const defaultView: EventView = {
  search: '',
  state: 1,
  levels: [],
  unseen: false,
  source: null,
  span: null,
  devid: null,
  code: null,
  rule: null,
  account: null,
  site: null,
  sort: 'begin_time',
  order: 'desc',
  ...FIRST_PAGE,
};

const text = (value: string | null, most: number): string | null => (value ? value.slice(0, most) : null);

/** The view an address asks for; whatever makes no sense is taken as default. */
export function viewFromUrl(params: URLSearchParams): EventView {
  const sort = params.get('sort') as EventSort | null;
  const state = params.get('state');
  const span = params.get('span') as EventSpan | null;
  const page = Number(params.get('page'));
  const size = Number(params.get('size'));
  const levels = (params.get('level') ?? '').split(',').map(Number);
  return {
    search: (params.get('search') ?? '').slice(0, 100),
    state: state === 'all' ? null : state === '2' ? 2 : 1,
    levels: [1, 2, 3].filter((level) => levels.includes(level)),
    unseen: params.get('unseen') === '1',
    source: eventSources.find((source) => source === params.get('source')) ?? null,
    span: span && Object.hasOwn(eventSpans, span) ? span : null,
    devid: text(params.get('devid'), 64),
    code: text(params.get('code'), 80),
    rule: text(params.get('rule'), 64),
    account: text(params.get('account'), 64),
    site: text(params.get('site'), 64),
    sort: sort && eventSorts.includes(sort) ? sort : 'begin_time',
    order: params.get('order') === 'asc' ? 'asc' : 'desc',
    page: Number.isInteger(page) && page > 0 && page < 1e6 ? page : 1,
    size: PAGE_SIZES.find((each) => each === size) ?? FIRST_PAGE.size,
  };
}

/** The address of a view, with other parameters of `before` kept. */
export function viewToUrl(view: EventView, before = new URLSearchParams()): URLSearchParams {
  const next = new URLSearchParams(before);
  const put = (key: string, value: string | null | false) => {
    if (value) next.set(key, value);
    else next.delete(key);
  };
  put('search', view.search);
  put('state', view.state === 1 ? null : view.state === 2 ? '2' : 'all');
  put('level', view.levels.join(','));
  put('unseen', view.unseen && '1');
  put('source', view.source);
  put('span', view.span);
  for (const key of ['devid', 'code', 'rule', 'account', 'site'] as const) put(key, view[key]);
  put('sort', (view.sort !== 'begin_time' || view.order !== 'desc') && view.sort);
  put('order', view.order === 'asc' && 'asc');
  put('page', view.page > 1 && String(view.page));
  put('size', view.size !== FIRST_PAGE.size && String(view.size));
  return next;
}

/** The server's filter, as the query of its calls. */
export interface EventFilter {
  search?: string;
  state?: number;
  level?: string;
  ack?: number;
  source?: string;
  devid?: string;
  code?: string;
  rule_id?: string;
  account_id?: string;
  site_id?: string;
  begin_time?: number;
}

/** @param now_ms Rounded to the minute, so that the question stays the same while somebody reads. */
export function filterOf(view: EventView, now_ms: number): EventFilter {
  return {
    ...(view.search && { search: view.search }),
    ...(view.state !== null && { state: view.state }),
    ...(view.levels.length > 0 && { level: view.levels.join(',') }),
    ...(view.unseen && { ack: 0 }),
    ...(view.source !== null && { source: view.source }),
    ...(view.devid !== null && { devid: view.devid }),
    ...(view.code !== null && { code: view.code }),
    ...(view.rule !== null && { rule_id: view.rule }),
    ...(view.account !== null && { account_id: view.account }),
    ...(view.site !== null && { site_id: view.site }),
    ...(view.span !== null && { begin_time: Math.floor(now_ms / 60_000) * 60_000 - eventSpans[view.span] }),
  };
}

/** Address of the Event page with a view; `event` opens one beside the list. */
export function eventsPath(view: Partial<EventView> = {}, event?: string): string {
  const params = viewToUrl({ ...defaultView, ...view });
  if (event) params.set('event', event);
  const query = params.toString();
  return `/endUserPage/faultyDevices/index${query ? `?${query}` : ''}`;
}
