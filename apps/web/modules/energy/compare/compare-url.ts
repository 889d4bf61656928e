/** Pure: the state of the comparison as its URL. Defaults and automatic choices are omitted. */
import { isoDay, rangeAround, startOfIsoDay, type TimeRange } from '@voltloop/domain/clock/zone-time.ts';

/** Interval of the slots; `raw` is as the device sent it. */
export const cuts = ['raw', '5m', '15m', '1h', '1d'] as const;
export type Cut = (typeof cuts)[number];
export const figures = ['avg', 'min', 'max', 'first', 'last'] as const;
export type Figure = (typeof figures)[number];

/** Maximum of things and of points (contract `MAX_COMPARED`). */
export const MAX_COMPARED = 8;

const kinds = ['day', 'week', 'month', 'year', 'custom'] as const;

export interface Comparison {
  devids: string[];
  points: string[];
  /** null: as fine as the time range allows. */
  cut: Cut | null;
  figure: Figure;
  kind: TimeRange['kind'];
  /** First and last day, yyyy-MM-dd; null: today. */
  from: string | null;
  to: string | null;
  /** The zoomed range, epoch ms. */
  zoom: { begin_ms: number; end_ms: number } | null;
}

const list = (text: string | null, fits: RegExp): string[] =>
  [...new Set((text ?? '').split(',').filter((each) => fits.test(each)))].slice(0, MAX_COMPARED);
const oneOf = <T extends string>(known: readonly T[], text: string | null): T | null =>
  known.find((each) => each === text) ?? null;
const day = (text: string | null) => (text && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : null);

/** The comparison of a URL; invalid parts are dropped. */
export function comparisonFromUrl(params: URLSearchParams): Comparison {
  const zoom = /^(\d{12,14})-(\d{12,14})$/.exec(params.get('zoom') ?? '');
  const [begin_ms, end_ms] = [Number(zoom?.[1]), Number(zoom?.[2])];
  const from = day(params.get('from'));
  return {
    devids: list(params.get('things'), /^[\w-]{1,64}$/),
    points: list(params.get('points'), /^[A-Za-z]\w{0,49}$/),
    cut: oneOf(cuts, params.get('every')),
    figure: oneOf(figures, params.get('as')) ?? 'avg',
    kind: oneOf(kinds, params.get('kind')) ?? 'day',
    from,
    to: from === null ? null : (day(params.get('to')) ?? from),
    zoom: zoom && begin_ms < end_ms ? { begin_ms, end_ms } : null,
  };
}

/** The URL of a comparison; `view`, the name of a saved view, is kept from `before`. */
export function comparisonToUrl(comparison: Comparison, before = new URLSearchParams()): URLSearchParams {
  const next = new URLSearchParams();
  const view = before.get('view');
  if (view) next.set('view', view);
  const { devids, points, cut, figure, kind, from, to, zoom } = comparison;
  if (devids.length > 0) next.set('things', devids.join(','));
  if (points.length > 0) next.set('points', points.join(','));
  if (cut) next.set('every', cut);
  if (figure !== 'avg') next.set('as', figure);
  if (kind !== 'day') next.set('kind', kind);
  if (from) next.set('from', from);
  if (from && to && kind === 'custom') next.set('to', to);
  if (zoom) next.set('zoom', `${Math.round(zoom.begin_ms)}-${Math.round(zoom.end_ms)}`);
  return next;
}

/** URL of a comparison of these things. */
export function comparePath(devids: readonly string[]): string {
  const empty = comparisonFromUrl(new URLSearchParams());
  const query = comparisonToUrl({ ...empty, devids: [...devids] }).toString();
  return `/operationStatuss/compare${query ? `?${query}` : ''}`;
}

/** The time range of a comparison, in days of `zone`; without days it is the one around `now_ms`. */
export function rangeOf({ kind, from, to }: Comparison, zone: string, now_ms: number): TimeRange {
  const begin_ms = from === null ? null : startOfIsoDay(from, zone);
  if (kind !== 'custom') return rangeAround(kind, begin_ms ?? now_ms, zone);
  const first = rangeAround('day', begin_ms ?? now_ms, zone);
  const last = to === null ? null : startOfIsoDay(to, zone);
  const end_ms = last === null ? first.end_ms : rangeAround('day', last, zone).end_ms;
  return { kind, begin_ms: first.begin_ms, end_ms: Math.max(end_ms, first.end_ms) };
}

/** The URL part of a time range; a new range resets the zoom. */
export function daysOf(range: TimeRange, zone: string): Pick<Comparison, 'kind' | 'from' | 'to' | 'zoom'> {
  return {
    kind: range.kind,
    from: isoDay(range.begin_ms, zone),
    to: isoDay(range.end_ms - 1, zone),
    zoom: null,
  };
}

export const cutMs: Record<Cut, number> = {
  raw: 60_000,
  '5m': 300_000,
  '15m': 900_000,
  '1h': 3_600_000,
  '1d': 86_400_000,
};

/** Maximum of slots per line: a screen shows no more, and browsers handle it well. */
const FINE_STEPS = 1500;
/** Maximum of values of all lines; finer intervals cannot be chosen. */
const MAX_VALUES = 250_000;

/** The intervals that a browser can handle for this comparison. The coarsest is always possible. */
export function possibleCuts(length_ms: number, lines: number): Cut[] {
  return cuts.filter((cut) => cut === '1d' || (length_ms / cutMs[cut]) * Math.max(lines, 1) <= MAX_VALUES);
}

/** The interval to draw: the requested one if possible, else the finest that a screen can show. */
export function cutFor(requested: Cut | null, length_ms: number, lines: number): Cut {
  const possible = possibleCuts(length_ms, lines);
  if (requested && possible.includes(requested)) return requested;
  return possible.find((cut) => length_ms / cutMs[cut] <= FINE_STEPS) ?? '1d';
}
