import type { CallFilters, List, ListFilter, ListView, Span } from '@voltloop/contract/lists/define-list.ts';
import { rangeAround, startOfIsoDay } from '@voltloop/domain/clock/zone-time.ts';
import { FIRST_PAGE, PAGE_SIZES } from '../table/page-numbers.ts';
import { type Address, day, flag, maybe, oneOf, type Part, paged, sorted, text, whole } from './address.ts';

/** Pure: what a declared list shows, as its address and as parameters of its call. Defaults are omitted from both. */

/** A view with its values by name, whatever its list. */
export type AnyView = Readonly<Record<string, unknown>>;

/** The parameters of an address that a part of a view has. */
interface Codec {
  names: readonly string[];
  first: unknown;
  read(params: URLSearchParams): unknown;
  write(value: unknown, view: AnyView): readonly (readonly [name: string, text: string])[];
}

// biome-ignore lint/suspicious/noExplicitAny: parts of any value
function single(name: string, part: Part<any>): Codec {
  return {
    names: [name],
    first: part.first,
    read: (params) => {
      const value = part.read(params.get(name), params);
      return value === undefined ? part.first : value;
    },
    write: (value, view) => {
      const written = part.write(value, view);
      return written === null ? [] : [[name, written]];
    },
  };
}

/** Texts of one parameter each. */
const repeated = (name: string, most: number): Codec => ({
  names: [name],
  first: [],
  read: (params) => params.getAll(name).slice(0, most),
  write: (value) => (value as readonly string[]).map((each) => [name, each] as const),
});

/** A length, or days from one to another. */
function span(name: string, lengths: readonly string[], withDays: boolean): Codec {
  const of = oneOf(withDays ? [...lengths, 'days'] : lengths);
  const first: Span = { of: null, from: '', to: '' };
  return {
    names: [name, 'from', 'to'],
    first,
    read: (params) => {
      const chosen = of.read(params.get(name), params) ?? null;
      const dayOf = (end: string) => (chosen === 'days' ? day().read(params.get(end), params) : '');
      return { of: chosen, from: dayOf('from'), to: dayOf('to') };
    },
    write: (value) => {
      const { of: chosen, from, to } = value as Span;
      const days = chosen === 'days' ? [['from', from] as const, ['to', to] as const] : [];
      return [...(chosen ? [[name, chosen] as const] : []), ...days.filter(([, text]) => text !== '')];
    },
  };
}

/** One declared value, or null for all of them. */
function choice(
  values: readonly (string | number)[],
  first: string | number | null,
  all?: string,
): Part<unknown> {
  const textOf = (value: unknown) => (value === null ? (all ?? null) : String(value));
  return {
    first,
    read: (raw) => (raw !== null && raw === all ? null : values.find((value) => String(value) === raw)),
    write: (value) => (value === first ? null : textOf(value)),
  };
}

/** A text, which may be empty; null without the parameter. */
const textOrNull = (most: number): Part<string | null> => ({
  first: null,
  read: (raw) => raw?.slice(0, most),
  write: (value) => value,
});

/** Several declared values, in their order. */
const several = (values: readonly (string | number)[]): Part<readonly (string | number)[]> => ({
  first: [],
  read: (raw) => values.filter((value) => raw?.split(',').includes(String(value))),
  write: (value) => value.join(',') || null,
});

/** The declared values of a filter. */
export function valuesOf(filter: ListFilter): (string | number)[] {
  if (filter.kind !== 'choice' && filter.kind !== 'several') return [];
  const keys = Object.keys(filter.values);
  return filter.numeric ? keys.map(Number) : keys;
}

function codecOf(id: string, filter: ListFilter): Codec {
  const { name = id } = filter;
  switch (filter.kind) {
    case 'text':
      return single(name, text(filter.max));
    case 'day':
      return single(name, day());
    case 'flag':
      return single(name, flag());
    case 'choice':
      return single(name, choice(valuesOf(filter), filter.first ?? null, filter.all));
    case 'several':
      return single(name, several(valuesOf(filter)));
    case 'one':
      if (filter.number) return single(name, whole(...filter.number));
      return single(name, filter.empty ? textOrNull(filter.max) : maybe(filter.max, filter.pattern));
    case 'texts':
      return repeated(name, filter.most);
    case 'span':
      return span(name, Object.keys(filter.lengths), filter.days !== undefined);
  }
}

/** The parts of the order; where there is one value to sort by, only its direction. */
function sortCodecs({ sort }: List): [string, Codec][] {
  if (!sort) return [];
  const { by, first, desc, implied } = sort;
  const order = desc ? 'desc' : 'asc';
  if (by.length === 1) {
    const only: Part<string> = { first, read: () => first, write: () => null };
    return [
      ['sort', { ...single('sort', only), names: [] }],
      ['order', single('order', oneOf(['asc', 'desc'], order))],
    ];
  }
  return Object.entries(sorted(by, first, order, implied)).map(([name, part]) => [name, single(name, part)]);
}

function pageCodecs({ pages }: List): [string, Codec][] {
  const { sizes = PAGE_SIZES, first = FIRST_PAGE.size, upTo } = pages ?? {};
  return Object.entries(paged(upTo ?? sizes, first)).map(([name, part]) => [
    name,
    { ...single(name, part), names: pages ? [name] : [] },
  ]);
}

export interface ListAddress<L extends List> extends Address<ListView<L>> {
  /** The parameters of the list; all others are kept. */
  names: readonly string[];
}

/** The address of a list. */
export function listAddress<L extends List>(list: L): ListAddress<L> {
  const codecs: [string, Codec][] = [
    ['search', single('search', text(list.search?.max))],
    ...Object.entries(list.filters).map(([id, filter]): [string, Codec] => [id, codecOf(id, filter)]),
    ...sortCodecs(list),
    ...pageCodecs(list),
  ];
  const names = codecs.flatMap(([, codec]) => codec.names);
  return {
    first: Object.fromEntries(codecs.map(([id, codec]) => [id, codec.first])) as ListView<L>,
    names,
    fromUrl: (params) =>
      Object.fromEntries(codecs.map(([id, codec]) => [id, codec.read(params)])) as ListView<L>,
    toUrl(view, before = new URLSearchParams()) {
      const next = new URLSearchParams(before);
      for (const name of names) next.delete(name);
      for (const [id, codec] of codecs)
        for (const [name, value] of codec.write((view as AnyView)[id], view)) next.append(name, value);
      return next;
    },
  };
}

/** Whether a value narrows a list: it differs from the one that the list begins with. */
const differs = (value: unknown, first: unknown) => JSON.stringify(value) !== JSON.stringify(first);

/** The filters that a person can see in use; a place in the tree, set by a link and without text, is none. */
export function filtersInUse<L extends List>(list: L, view: ListView<L>, first: ListView<L>): string[] {
  return Object.entries(list.filters)
    .filter(([, { place, chip }]) => !(place === 'link' && chip === false))
    .map(([id]) => id)
    .filter((id) => differs((view as AnyView)[id], (first as AnyView)[id]));
}

/**
 * Search, filters and order as parameters of the list's call.
 * @param now_ms Rounded to the minute here, so that the key of a query stays the same
 * @param zone IANA zone of the days
 */
export function callFilters<L extends List>(
  list: L,
  view: ListView<L>,
  { now_ms, zone }: { now_ms: number; zone: string },
): CallFilters<L> {
  const values = view as AnyView;
  const given = Object.entries(list.filters).flatMap(([id, filter]): [string, unknown][] => {
    const value = values[id];
    if (filter.kind === 'span') return timesOf(filter, value as Span, now_ms, zone);
    const { param = id } = filter;
    if (filter.kind === 'flag') return value ? [[param, filter.on ?? true]] : [];
    const plain = Array.isArray(value) ? value.join(',') : value;
    const isValue = filter.kind === 'one' && !filter.number && filter.empty;
    return plain === null || (plain === '' && !isValue) ? [] : [[param, plain]];
  });
  return {
    ...(view.search && { search: view.search }),
    ...Object.fromEntries(given),
    ...(list.sort && list.sort.by.length > 1 && { sort: view.sort }),
    ...(list.sort && { order: view.order }),
  } as CallFilters<L>;
}

function timesOf(
  { lengths, params: [from, to] }: ListFilter & { kind: 'span' },
  value: Span,
  now_ms: number,
  zone: string,
): [string, number][] {
  if (value.of === null) return [];
  if (value.of !== 'days') return [[from, Math.floor(now_ms / 60_000) * 60_000 - (lengths[value.of] ?? 0)]];
  const first = value.from ? startOfIsoDay(value.from, zone) : null;
  const last = value.to ? startOfIsoDay(value.to, zone) : null;
  return [
    ...(first === null ? [] : [[from, first] as [string, number]]),
    ...(last === null ? [] : [[to, rangeAround('day', last, zone).end_ms] as [string, number]]),
  ];
}
