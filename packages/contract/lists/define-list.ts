import type { Words } from '@voltloop/domain/words.ts';

/**
 * Declaration of a list of the portal: its columns, filters, order and file. Pure data, from which the contract takes the
 * values of its parameters, the server the headings and cells of exports, and the console the screen
 * (docs/guides/add-a-list.md).
 */

export const words = (en: string, zh: string): Words => ({ en, zh });

/** Texts by value. */
export type WordsByValue = Readonly<Record<string, Words>>;

/** What a value of a row is, on the screen and in files. */
interface Value {
  /** The property of the row, `desc.name` for one inside; the id by default. */
  field?: string;
  /** `texts` are several texts, shown one after the other. */
  kind: 'text' | 'texts' | 'number' | 'time' | 'day' | 'choice';
  /** Of a choice. */
  values?: WordsByValue;
  /** On the screen, for rows without a value. */
  none?: Words;
  /** Of a number, which may be a decimal as text. */
  decimals?: number;
  /** Of a number; in files part of the heading. */
  unit?: string;
  /** Of a time, on the screen. */
  as?: 'relative' | 'date' | 'dateTime' | 'dateTimeSeconds';
  /** Of a time: the property with the row's own zone; the user's by default. */
  zone?: string;
}

export interface ListColumn extends Value {
  /** Heading on the screen, and in files unless they have their own. */
  label: Words;
  /** Columns of a file that it becomes, by id; by default one with its own id, if the file has that. */
  file?: Readonly<Record<string, Partial<Value> & { label?: Words }>>;
  /** Not on the screen. */
  fileOnly?: true;
  /** Layout, as in the console's table. */
  width?: number;
  minWidth?: number;
  grow?: number;
  hideBelow?: number;
  optional?: true;
  essential?: true;
  align?: 'start' | 'center' | 'end';
  sortDescFirst?: true;
}

/** Where a filter is set: in the bar, there but on phones in a sheet, in the panel behind a button, or only by links. */
type FilterPlace = 'bar' | 'sheet' | 'panel' | 'link';

interface CommonFilter {
  label: Words;
  /** Parameter of the address, if it is not the id. */
  name?: string;
  /** Parameter of the call, if it is not the id. */
  param?: string;
  /** `bar` by default. */
  place?: FilterPlace;
  /** Its text while it is in use: only the value, or with its label; false for none, where the bar shows it anyway. */
  chip?: 'value' | 'labelled' | false;
}

export type ListFilter = CommonFilter &
  (
    | { kind: 'text'; max: number; hint?: Words }
    /** `from` and `to` are the filters with the first and last day that it may have. */
    | { kind: 'day'; from?: string; to?: string }
    /** `on` is the value of the call; true by default. */
    | { kind: 'flag'; on?: number }
    /**
     * One of declared values. `first` is the default, where that is not all of them; the address then names all by `all`.
     */
    | { kind: 'choice'; values: WordsByValue; numeric?: true; first?: string | number; all?: string }
    /** Several declared values, separated by commas. */
    | { kind: 'several'; values: WordsByValue; numeric?: true }
    /** One of values that only the server knows: a text, with `empty` the empty one too, or a whole number within limits. */
    | { kind: 'one'; max: number; pattern?: RegExp; empty?: true; number?: never }
    | { kind: 'one'; number: readonly [least: number, most: number] }
    /** Several texts that only the server knows, each a parameter of the address, separated by commas in the call. */
    | { kind: 'texts'; most: number }
    /** The time until now, or with `days` from one day to another, included. Lengths in ms. */
    | {
        kind: 'span';
        values: WordsByValue;
        lengths: Readonly<Record<string, number>>;
        days?: Words;
        /** Parameters of the call: first ms included, last ms excluded. */
        params: readonly [from: string, to: string];
      }
  );

export interface List {
  /** Name of the list in preferences and saved views. */
  name: string;
  columns: Readonly<Record<string, ListColumn>>;
  search?: {
    label: Words;
    /** With `{{text}}`, where a search is also shown among the filters in use. */
    chip?: Words;
    /** Its longest text; 100 by default. */
    max?: number;
  };
  filters: Readonly<Record<string, ListFilter>>;
  /** Missing for a list with one order. */
  sort?: {
    /** Values of the call; a column with one of these ids can be sorted by. */
    by: readonly string[];
    first: string;
    desc?: true;
    /** The direction of an address that names only a column; the default one otherwise. */
    implied?: 'asc' | 'desc';
  };
  /** A list without pages is loaded while it is scrolled. */
  pages?: {
    /** Sizes of the pager. */
    sizes?: readonly number[];
    first?: number;
    /** The largest size in an address, where that may be any. */
    upTo?: number;
  };
  /** Shown when search or filters leave nothing. */
  noMatch: { title: Words; text?: Words; clear: Words };
  file?: {
    name: Words;
    /** All columns, in the order of a file whose columns were not chosen. */
    columns: readonly string[];
    /** It always has all columns. */
    fixed?: true;
  };
}

type Keys<T> = keyof T & string;
type KeyOf<V, Numeric> = Numeric extends true ? keyof V & number : Keys<V>;

export type ColumnOf<L extends List> = Keys<L['columns']>;
export type SortOf<L extends List> = string &
  (L extends { sort: { by: readonly (infer Id)[] } } ? Id : never);
export type FileColumnOf<L extends List> = string &
  (L extends { file: { columns: readonly (infer Id)[] } } ? Id : never);

/** A span of time: a length, or days (yyyy-MM-dd, empty for open). */
export interface Span<Length extends string = string> {
  of: Length | 'days' | null;
  from: string;
  to: string;
}

/** The value of a filter in a view; null, false or empty when it is not in use. */
export type FilterValue<F> = F extends { kind: 'text' | 'day' }
  ? string
  : F extends { kind: 'flag' }
    ? boolean
    : F extends { kind: 'choice'; values: infer V }
      ? KeyOf<V, F extends { numeric: true } ? true : false> | null
      : F extends { kind: 'several'; values: infer V }
        ? readonly KeyOf<V, F extends { numeric: true } ? true : false>[]
        : F extends { kind: 'one' }
          ? (F extends { number: readonly unknown[] } ? number : string) | null
          : F extends { kind: 'texts' }
            ? readonly string[]
            : F extends { kind: 'span'; lengths: infer V }
              ? Span<Keys<V>>
              : never;

/** What a list shows: search, filters, order and page. */
export type ListView<L extends List> = {
  search: string;
  sort: SortOf<L>;
  order: 'asc' | 'desc';
  /** From 1. */
  page: number;
  size: number;
} & { -readonly [Id in keyof L['filters']]: FilterValue<L['filters'][Id]> };

type ParamsOf<Id, F> = F extends { kind: 'span'; params: readonly (infer Param)[] }
  ? Param
  : F extends { param: infer Param }
    ? Param
    : Id;
type CallValue<F> = F extends { kind: 'text' | 'day' | 'several' | 'texts' }
  ? string
  : F extends { kind: 'flag' }
    ? F extends { on: infer On }
      ? On
      : true
    : F extends { kind: 'span' }
      ? number
      : NonNullable<FilterValue<F>>;

/** Search, filters and order as parameters of a call; those that are not in use are left out. */
export type CallFilters<L extends List> = { search?: string; sort?: SortOf<L>; order?: 'asc' | 'desc' } & {
  [Id in keyof L['filters'] as ParamsOf<Id, L['filters'][Id]> & string]?: CallValue<L['filters'][Id]>;
};

/** A column of a file. */
export interface FileColumn extends Value {
  label: Words;
  field: string;
}

/** The columns of the file by id, each from the column that declares it. */
export function fileColumnsOf(list: List): Record<string, FileColumn> {
  const found = Object.entries(list.columns).flatMap(([id, { file, ...column }]) =>
    Object.entries(file ?? { [id]: {} }).map(([fileId, own]): [string, FileColumn] => [
      fileId,
      { field: fileId, ...column, ...own },
    ]),
  );
  const byId = new Map(found);
  return Object.fromEntries(
    (list.file?.columns ?? []).map((id) => {
      const column = byId.get(id);
      if (!column) throw new Error(`${list.name}: no column becomes ${id} of the file`);
      return [id, column];
    }),
  );
}

/** The columns of a file for the visible columns of the screen, in their order. */
export function fileColumnIds<L extends List>(list: L, shown: readonly string[]): FileColumnOf<L>[] {
  const all = list.file?.columns ?? [];
  const ids = shown.flatMap((id) => Object.keys(list.columns[id]?.file ?? { [id]: {} }));
  return ids.filter((id) => all.includes(id)) as FileColumnOf<L>[];
}

/**
 * Declares a list, and rejects invalid declarations immediately: a file with a column that none becomes, an order by a
 * value that the call does not have.
 * @throws Error
 */
export function defineList<const L extends List>(list: L): L {
  fileColumnsOf(list);
  const { sort } = list;
  if (sort && !sort.by.includes(sort.first)) throw new Error(`${list.name}: not sorted by ${sort.first}`);
  for (const [id, { kind, values }] of Object.entries<ListColumn>(list.columns))
    if (kind === 'choice' && !values) throw new Error(`${list.name}: no values of ${id}`);
  return list;
}
