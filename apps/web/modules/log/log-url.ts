/** Pure: the state of the log page as its URL. Defaults are omitted. */

import { rangeAround, startOfIsoDay } from '@voltloop/domain/clock/zone-time.ts';
import { address, day, maybe, oneOf, type Part, paged, text, type ViewOf } from '../../ui/list/address.ts';

export const logSpans = { '24h': 86_400_000, '7d': 7 * 86_400_000, '30d': 30 * 86_400_000 } as const;
export type LogSpan = keyof typeof logSpans | 'days';
export const SIZES = [20, 50, 100] as const;

/** First or last day, inclusive, if `span` is `days`. */
const dayOfSpan: Part<string> = {
  ...day(),
  write: (value, view) => ((view as { span: LogSpan | null }).span === 'days' && value ? value : null),
};

const parts = {
  search: text(),
  user: maybe(100),
  action: maybe(100),
  type: maybe(100),
  object: maybe(100),
  ip: text(50),
  result: oneOf(['ok', 'refused']),
  /** `days` means from `from` to `to`. */
  span: oneOf([...(Object.keys(logSpans) as (keyof typeof logSpans)[]), 'days']),
  from: dayOfSpan,
  to: dayOfSpan,
  order: oneOf(['asc', 'desc'], 'desc'),
  ...paged(SIZES, 20),
};
export type LogView = ViewOf<typeof parts>;
export const { first: defaultView, fromUrl: viewFromUrl, toUrl: viewToUrl } = address(parts);

/** The server's filter, as query of its calls. */
export interface LogFilter {
  search?: string;
  from?: number;
  to?: number;
  user?: string;
  action?: string;
  objectType?: string;
  objectId?: string;
  ip?: string;
  result?: 'ok' | 'refused';
}

/**
 * @param now_ms Rounded to the minute, so that the query key stays the same
 * @param zone IANA zone of the days
 */
export function filterOf(view: LogView, now_ms: number, zone: string): LogFilter {
  return {
    ...(view.search && { search: view.search }),
    ...(view.user && { user: view.user }),
    ...(view.action && { action: view.action }),
    ...(view.type && { objectType: view.type }),
    ...(view.object && { objectId: view.object }),
    ...(view.ip && { ip: view.ip }),
    ...(view.result && { result: view.result }),
    ...timesOf(view, now_ms, zone),
  };
}

function timesOf(view: LogView, now_ms: number, zone: string): Pick<LogFilter, 'from' | 'to'> {
  if (view.span === null) return {};
  if (view.span !== 'days') return { from: Math.floor(now_ms / 60_000) * 60_000 - logSpans[view.span] };
  const from = view.from ? startOfIsoDay(view.from, zone) : null;
  const to = view.to ? startOfIsoDay(view.to, zone) : null;
  return {
    ...(from !== null && { from }),
    ...(to !== null && { to: rangeAround('day', to, zone).end_ms }),
  };
}
