import {
  address,
  flag,
  maybe,
  named,
  oneOf,
  type Part,
  paged,
  sorted,
  text,
  type ViewOf,
} from '../../ui/list/address.ts';
import { FIRST_PAGE, PAGE_SIZES } from '../../ui/table/page-numbers.ts';

/** Pure: the state of the Event page as its URL. Defaults are omitted. */

export const eventSorts = ['begin_time', 'end_time', 'level', 'devid'] as const;
export const eventSources = ['master', 'slave', 'EMS', 'rule', 'platform'] as const;
export const eventSpans = { '24h': 86_400_000, '7d': 7 * 86_400_000, '30d': 30 * 86_400_000 } as const;
export type EventSpan = keyof typeof eventSpans;

/** 1 active, 2 cleared, or null for both. */
const state: Part<number | null> = {
  first: 1,
  read: (given) => (given === 'all' ? null : given === '2' ? 2 : 1),
  write: (value) => (value === 1 ? null : value === 2 ? '2' : 'all'),
};
/** Empty means all. */
const levels: Part<readonly number[]> = {
  first: [],
  read: (given) => [1, 2, 3].filter((level) => given?.split(',').map(Number).includes(level)),
  write: (value) => value.join(',') || null,
};

const parts = {
  search: text(),
  state,
  levels: named('level', levels),
  /** Only unacknowledged events. */
  unseen: flag(),
  source: oneOf(eventSources),
  span: oneOf(Object.keys(eventSpans) as EventSpan[]),
  devid: maybe(64),
  code: maybe(80),
  rule: maybe(64),
  account: maybe(64),
  /** Id of a site. */
  site: maybe(64),
  ...sorted(eventSorts, 'begin_time', 'desc'),
  ...paged(PAGE_SIZES, FIRST_PAGE.size),
};
export type EventView = ViewOf<typeof parts>;
export const { first: defaultView, fromUrl: viewFromUrl, toUrl: viewToUrl } = address(parts);

/** The server's filter, as query of its calls. */
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

/** @param now_ms Rounded to the minute, so that the query key stays the same */
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

/** URL of the Event page with a view; `event` opens its details. */
export function eventsPath(view: Partial<EventView> = {}, event?: string): string {
  const params = viewToUrl({ ...defaultView, ...view });
  if (event) params.set('event', event);
  const query = params.toString();
  return `/endUserPage/faultyDevices/index${query ? `?${query}` : ''}`;
}
