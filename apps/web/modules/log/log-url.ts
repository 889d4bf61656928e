/** Pure: what the log page shows, as its URL. Everything that is default stays out of the address. */

import { rangeAround, startOfIsoDay } from '@voltloop/ui/zone-time.ts';

export const logSpans = { '24h': 86_400_000, '7d': 7 * 86_400_000, '30d': 30 * 86_400_000 } as const;
export type LogSpan = keyof typeof logSpans | 'days';
export const SIZES = [20, 50, 100] as const;

export interface LogView {
  search: string;
  user: string | null;
  action: string | null;
  type: string | null;
  object: string | null;
  ip: string;
  result: 'ok' | 'refused' | null;
  /** `days` means from `from` to `to`, both included, as yyyy-MM-dd. */
  span: LogSpan | null;
  from: string;
  to: string;
  order: 'asc' | 'desc';
  page: number;
  size: number;
}

export const defaultView: LogView = {
  search: '',
  user: null,
  action: null,
  type: null,
  object: null,
  ip: '',
  result: null,
  span: null,
  from: '',
  to: '',
  order: 'desc',
  page: 1,
  size: 20,
};

const text = (value: string | null, most = 100): string | null => (value ? value.slice(0, most) : null);
const day = (value: string | null): string => (value && /^\d{4}-\d\d-\d\d$/.test(value) ? value : '');

/** The view an address asks for; whatever makes no sense is taken as default. */
export function viewFromUrl(params: URLSearchParams): LogView {
  const span = params.get('span');
  const result = params.get('result');
  const page = Number(params.get('page'));
  const size = Number(params.get('size'));
  return {
    search: (params.get('search') ?? '').slice(0, 100),
    user: text(params.get('user')),
    action: text(params.get('action')),
    type: text(params.get('type')),
    object: text(params.get('object')),
    ip: (params.get('ip') ?? '').slice(0, 50),
    result: result === 'ok' || result === 'refused' ? result : null,
    span: span === 'days' || (span && Object.hasOwn(logSpans, span)) ? (span as LogSpan) : null,
    from: day(params.get('from')),
    to: day(params.get('to')),
    order: params.get('order') === 'asc' ? 'asc' : 'desc',
    page: Number.isInteger(page) && page > 0 && page < 1e6 ? page : 1,
    size: SIZES.find((each) => each === size) ?? 20,
  };
}

/** The address of a view, with other parameters of `before` kept. */
export function viewToUrl(view: LogView, before = new URLSearchParams()): URLSearchParams {
  const next = new URLSearchParams(before);
  const put = (key: string, value: string | null | false) => {
    if (value) next.set(key, value);
    else next.delete(key);
  };
  for (const key of ['search', 'user', 'action', 'type', 'object', 'ip', 'result', 'span'] as const)
    put(key, view[key]);
  put('from', view.span === 'days' && view.from);
  put('to', view.span === 'days' && view.to);
  put('order', view.order === 'asc' && 'asc');
  put('page', view.page > 1 && String(view.page));
  put('size', view.size !== 20 && String(view.size));
  return next;
}

/** The server's filter, as the query of its calls. */
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
 * @param now_ms Rounded to the minute, so that the question stays the same while somebody reads.
 * @param zone IANA zone that cuts the days
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
