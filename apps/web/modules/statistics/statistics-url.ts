import { type StockGroup, stockGroups } from '@voltloop/contract/calls/statistics.ts';
import { two } from '@voltloop/domain/clock/clock-time.ts';
import { lastOfMonth } from '@voltloop/domain/clock/days.ts';

/** Pure: the views of the statistics pages, as their URLs. Default values are omitted. */

export const periodNames = ['month', 'lastMonth', 'quarter', 'year', 'lastYear', 'custom'] as const;
export type PeriodName = (typeof periodNames)[number];

export interface Period {
  name: PeriodName;
  /** Of a custom period, yyyy-MM-dd. */
  from: string;
  to: string;
}

export const scopeNames = ['storeId', 'siteId', 'enterpriseId', 'region', 'chemistry'] as const;
export type ScopeName = (typeof scopeNames)[number];

export interface StatisticsView extends Period {
  scope: Partial<Record<ScopeName, string>>;
  by: StockGroup;
  /** Day of the stock; empty: today. */
  day: string;
  /** Month of entry of the stock, yyyy-MM; empty: all. */
  came: string;
}

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const valid: Readonly<Record<ScopeName, RegExp>> = {
  storeId: UUID,
  siteId: UUID,
  enterpriseId: UUID,
  region: /^\d{2}$/,
  chemistry: /^[A-Z]$/,
};

/** The period in a URL; this month if it is invalid. */
export function periodFromUrl(params: URLSearchParams): Period {
  const day = (name: string) => (DAY.test(params.get(name) ?? '') ? (params.get(name) as string) : '');
  const [from, to] = [day('from'), day('to')];
  if (from && to && from <= to) return { name: 'custom', from, to };
  const name = periodNames.find((each) => each !== 'custom' && each === params.get('period'));
  return { name: name ?? 'month', from: '', to: '' };
}

export function viewFromUrl(params: URLSearchParams): StatisticsView {
  const scope: StatisticsView['scope'] = {};
  for (const name of scopeNames) {
    const value = params.get(name) ?? '';
    if (valid[name].test(value)) scope[name] = value;
  }
  return {
    ...periodFromUrl(params),
    scope,
    by: stockGroups.find((each) => each === params.get('by')) ?? 'store',
    day: DAY.test(params.get('day') ?? '') ? (params.get('day') as string) : '',
    came: MONTH.test(params.get('came') ?? '') ? (params.get('came') as string) : '',
  };
}

/** Adds a period to URL parameters. */
export function withPeriod(params: URLSearchParams, { name, from, to }: Period): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const key of ['period', 'from', 'to']) next.delete(key);
  if (name === 'custom') {
    next.set('from', from);
    next.set('to', to);
  } else if (name !== 'month') next.set('period', name);
  return next;
}

/** Sets URL parameters; empty ones are removed. */
export function withValues(
  params: URLSearchParams,
  values: Readonly<Record<string, string>>,
): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(values))
    if (value) next.set(name, value);
    else next.delete(name);
  return next;
}

/** The last day of a month, counted from 0. */
const endOf = (year: number, month: number) => lastOfMonth(year, month + 1);
const beginOf = (year: number, month: number) => `${year}-${two(month + 1)}-01`;

/** First and last day of a period, relative to today. */
export function daysOf({ name, from, to }: Period, today: string): { from: string; to: string } {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1];
  switch (name) {
    case 'custom':
      return { from, to };
    case 'month':
      return { from: beginOf(year, month), to: today };
    case 'lastMonth': {
      const [y, m] = month === 0 ? [year - 1, 11] : [year, month - 1];
      return { from: beginOf(y, m), to: endOf(y, m) };
    }
    case 'quarter':
      return { from: beginOf(year, month - (month % 3)), to: today };
    case 'year':
      return { from: beginOf(year, 0), to: today };
    case 'lastYear':
      return { from: beginOf(year - 1, 0), to: endOf(year - 1, 11) };
  }
}

/** The last months before a day, newest first. */
export function monthsUntil(day: string, count: number): string[] {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1];
  return Array.from({ length: count }, (_, n) =>
    new Date(Date.UTC(year, month - n, 1)).toISOString().slice(0, 7),
  );
}

/**
 * The URL of the list of batteries of a grade in stores now; null where the stock is filtered by something that the list
 * does not support.
 */
export function gradedLink(
  grade: string,
  { day, came, scope }: Pick<StatisticsView, 'day' | 'came' | 'scope'>,
): string | undefined {
  const { storeId, chemistry, siteId, enterpriseId, region } = scope;
  if (!grade || day || came || siteId || enterpriseId || region) return undefined;
  const params = new URLSearchParams({ 'f.grade': grade });
  if (storeId) params.set('f.storeId', storeId);
  else params.set('f.storeId.is', 'present');
  if (chemistry) params.set('f.chemistry', chemistry);
  return `/backoffice/battery?${params}`;
}

/** The URL of the list of documents behind a figure. */
export function documentsLink(
  kind: string,
  { preset, from, to, storeId }: { preset?: string; from: string; to: string; storeId?: string | undefined },
): string {
  const params = new URLSearchParams({
    'f.status': 'posted',
    'f.reversesId.is': 'empty',
    'f.day.from': from,
    'f.day.to': to,
  });
  if (preset) params.set('f.preset', preset);
  if (storeId) params.set('f.storeId', storeId);
  return `/backoffice/${kind}?${params}`;
}
