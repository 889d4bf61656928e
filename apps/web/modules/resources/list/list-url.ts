import { addDays } from '@voltloop/domain/clock/days.ts';
import { startOfIsoDay } from '@voltloop/domain/clock/zone-time.ts';
import { parseOption } from '@voltloop/domain/options/index.ts';
import { type Condition, type Field, fieldOf, type Resource } from '@voltloop/resource-kit';
import { registry } from '@voltloop/resources/registry.ts';
import { address, paged, text } from '../../../ui/list/address.ts';
import { FIRST_PAGE, PAGE_SIZES } from '../../../ui/table/page-numbers.ts';
import { columnNames, filterKindOf, isSortable } from '../fields.ts';

/** Pure: the state of a list as its URL and as the server's conditions. Defaults are omitted from both. */

/** The filter of one field, as texts of the URL. */
export interface FieldFilter {
  /** A part of a text. */
  contains?: string;
  /** Any of these options or rows. */
  choices?: readonly string[];
  /** A region including everything in it. */
  under?: string;
  /** From this number or day up to and including that one. */
  from?: string;
  to?: string;
  /** Only rows without a value, or with one. */
  is?: 'empty' | 'present';
}

export interface ListView {
  search: string;
  filters: Readonly<Record<string, FieldFilter>>;
  sort: { field: string; desc: boolean };
  page: number;
  size: number;
}

const searched = address({ search: text() });
const pages = address(paged(PAGE_SIZES, FIRST_PAGE.size));
const PREFIX = 'f.';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The fields that a list can be filtered by, those of its columns first. */
export function filterNames(resource: Resource): string[] {
  return columnNames(resource).filter((name) => {
    const field = fieldOf(resource, name);
    if (!field || (field.kind === 'reference' && !registry[field.to])) return false;
    return filterKindOf(name, field) !== null;
  });
}

/** The view of a URL; invalid parts fall back to the default. */
export function listFromUrl(resource: Resource, params: URLSearchParams): ListView {
  const filters: Record<string, FieldFilter> = {};
  for (const name of filterNames(resource)) {
    const filter = filterFromUrl(name, fieldOf(resource, name) as Field, params);
    if (filter) filters[name] = filter;
  }
  const sort = params.get('sort') ?? '';
  const field = fieldOf(resource, sort);
  return {
    ...searched.fromUrl(params),
    ...pages.fromUrl(params),
    filters,
    sort:
      field && isSortable(sort, field)
        ? { field: sort, desc: params.get('order') === 'desc' }
        : builtSort(resource),
  };
}

const builtSort = ({ list }: Resource) => ({ field: list.sort.field, desc: list.sort.desc === true });

function filterFromUrl(name: string, field: Field, params: URLSearchParams): FieldFilter | null {
  const key = PREFIX + name;
  const is = params.get(`${key}.is`);
  if (is === 'empty' || is === 'present') return { is };
  const given = (params.get(key) ?? '').trim().slice(0, 4000);
  const edge = (end: 'from' | 'to') => {
    const text = (params.get(`${key}.${end}`) ?? '').trim();
    return isEdge(field, text) ? { [end]: text } : {};
  };
  switch (filterKindOf(name, field)) {
    case 'contains':
      return given ? { contains: given.slice(0, 200) } : null;
    case 'under':
      return /^\d{6}$/.test(given) ? { under: given } : null;
    case 'choices': {
      const choices = given.split(',').filter((each) => isChoice(field, each));
      return choices.length > 0 ? { choices: choices.slice(0, 200) } : null;
    }
    case 'range': {
      const range = { ...edge('from'), ...edge('to') };
      return Object.keys(range).length > 0 ? range : null;
    }
    default:
      return null;
  }
}

/** Whether a text is a valid end of a range of this field. */
export function isEdge(field: Field, text: string): boolean {
  if (field.kind === 'decimal') return /^-?\d{1,15}(\.\d{1,6})?$/.test(text);
  if (field.kind === 'integer') return /^-?\d{1,9}$/.test(text);
  return startOfIsoDay(text, 'UTC') !== null;
}

function isChoice(field: Field, text: string): boolean {
  return field.kind === 'option' ? parseOption(field.list, text) !== undefined : UUID.test(text);
}

/** The URL of a view; foreign parameters of `before` are kept. */
export function listToUrl(
  resource: Resource,
  view: ListView,
  before = new URLSearchParams(),
): URLSearchParams {
  const next = searched.toUrl(view, before);
  for (const key of Array.from(next.keys()))
    if (key.startsWith(PREFIX) || key === 'sort' || key === 'order') next.delete(key);
  for (const [name, filter] of Object.entries(view.filters)) {
    const key = PREFIX + name;
    const value = filter.contains ?? filter.under ?? filter.choices?.join(',');
    if (value) next.set(key, value);
    for (const end of ['from', 'to', 'is'] as const) if (filter[end]) next.set(`${key}.${end}`, filter[end]);
  }
  const built = builtSort(resource);
  if (view.sort.field !== built.field || view.sort.desc !== built.desc) {
    next.set('sort', view.sort.field);
    if (view.sort.desc) next.set('order', 'desc');
  }
  return pages.toUrl(view, next);
}

/** Whether any filter or search is active. */
export const isNarrowed = (view: ListView) => view.search !== '' || Object.keys(view.filters).length > 0;

/** The view without one of its filters, from the first page. */
export function withoutFilter(view: ListView, name: string): ListView {
  const { [name]: _gone, ...filters } = view.filters;
  return { ...view, filters, page: 1 };
}

/**
 * The query sent to the server. The server's upper end is exclusive, the user's inclusive: the next number or day
 * is sent.
 * @param zone IANA zone of the user's days
 */
export function conditionsOf(resource: Resource, view: ListView, zone: string): Condition[] {
  return Object.entries(view.filters).flatMap(([field, filter]): Condition[] => {
    const kind = fieldOf(resource, field);
    if (!kind) return [];
    if (filter.is) return [{ field, op: filter.is }];
    if (filter.contains) return [{ field, op: 'contains', value: filter.contains }];
    if (filter.under) return [{ field, op: 'under', value: filter.under }];
    if (filter.choices) return [{ field, op: 'in', value: [...filter.choices] }];
    return [
      ...(filter.from ? [{ field, op: 'from' as const, value: beginOf(kind, filter.from, zone) }] : []),
      ...(filter.to ? [{ field, op: 'to' as const, value: justAfter(kind, filter.to, zone) }] : []),
    ];
  });
}

function beginOf(field: Field, text: string, zone: string): string {
  return field.kind === 'time' ? String(startOfIsoDay(text, zone)) : text;
}

function justAfter(field: Field, text: string, zone: string): string {
  if (field.kind === 'decimal') return nextDecimal(text, field.scale);
  if (field.kind === 'integer') return String(Number(text) + 1);
  return beginOf(field, addDays(text, 1), zone);
}

/** The next decimal of `scale` digits: `'20'` with 2 is `'20.01'`. Computed on texts, so that nothing is rounded. */
function nextDecimal(text: string, scale: number): string {
  const [whole = '0', part = ''] = text.replace('-', '').split('.');
  const digits = Math.max(scale, part.length);
  const units = BigInt(whole + part.padEnd(digits, '0')) * (text.startsWith('-') ? -1n : 1n) + 1n;
  const all = (units < 0n ? -units : units).toString().padStart(digits + 1, '0');
  const sign = units < 0n ? '-' : '';
  return digits === 0 ? sign + all : `${sign}${all.slice(0, -digits)}.${all.slice(-digits)}`;
}

/** The URL of a resource's list with the rows whose reference `by` is this row. */
export const relatedPath = (name: string, by: string, id: string) =>
  `/backoffice/${name}?${new URLSearchParams({ [PREFIX + by]: id })}`;
