/** Pure: maps the view of a list to URL parameters and back, from one declaration. Default values are omitted. */

/** One value of a view: its default and its codec. */
export interface Part<Value> {
  first: Value;
  /**
   * Parses a parameter; undefined when it is invalid or missing.
   * @param params The whole URL, for values that depend on another parameter
   */
  read(text: string | null, params: URLSearchParams): Value | undefined;
  /** The parameter's text; null omits it. */
  write(value: Value, view: object): string | null;
  /** The parameter's name when it differs from the key in the view. */
  name?: string;
}

// biome-ignore lint/suspicious/noExplicitAny: parts of any value
type Parts = Record<string, Part<any>>;
export type ViewOf<P extends Parts> = { [Key in keyof P]: P[Key] extends Part<infer Value> ? Value : never };

export interface Address<View> {
  first: View;
  fromUrl(params: URLSearchParams): View;
  /** The URL parameters of a view, with unrelated parameters of `before` kept. */
  toUrl(view: View, before?: URLSearchParams): URLSearchParams;
}

/** The codec of a view; its parts appear in the URL in declaration order. */
export function address<P extends Parts>(parts: P): Address<ViewOf<P>> {
  type View = ViewOf<P>;
  const list = Object.entries(parts).map(([key, part]) => ({ key, part, name: part.name ?? key }));
  const each = (value: (one: (typeof list)[number]) => unknown) =>
    Object.fromEntries(list.map((one) => [one.key, value(one)])) as View;
  return {
    first: each(({ part }) => part.first),
    fromUrl: (params) =>
      each(({ part, name }) => {
        const value = part.read(params.get(name), params);
        return value === undefined ? part.first : value;
      }),
    toUrl(view, before = new URLSearchParams()) {
      const next = new URLSearchParams(before);
      for (const { name } of list) next.delete(name);
      for (const { key, part, name } of list) {
        const text = part.write(view[key], view);
        if (text !== null) next.set(name, text);
      }
      return next;
    },
  };
}

const written = (value: string | null): string | null => value || null;

/** The same part under another parameter name. */
export const named = <Value>(name: string, part: Part<Value>): Part<Value> => ({ ...part, name });

export const text = (most = 100): Part<string> => ({
  first: '',
  read: (raw) => raw?.slice(0, most),
  write: written,
});

/** Null for a missing or non-matching text. */
export const maybe = (most: number, fits = /^/): Part<string | null> => ({
  first: null,
  read: (raw) => (raw && fits.test(raw) ? raw.slice(0, most) : null),
  write: written,
});

/** yyyy-MM-dd, or empty. */
export const day = (): Part<string> => ({
  first: '',
  read: (raw) => (raw && /^\d{4}-\d\d-\d\d$/.test(raw) && !Number.isNaN(Date.parse(raw)) ? raw : ''),
  write: written,
});

export const flag = (): Part<boolean> => ({
  first: false,
  read: (raw) => raw === '1',
  write: (value) => (value ? '1' : null),
});

/** One of several words; null by default without `first`. */
export function oneOf<const Word extends string>(words: readonly Word[]): Part<Word | null>;
export function oneOf<const Word extends string>(words: readonly Word[], first: NoInfer<Word>): Part<Word>;
export function oneOf<Word extends string>(
  words: readonly Word[],
  first: Word | null = null,
): Part<Word | null> {
  return {
    first,
    read: (raw) => words.find((word) => word === raw),
    write: (value) => (value === first ? null : value),
  };
}

/** A whole number within limits, or null. */
export const whole = (least: number, most: number): Part<number | null> => ({
  first: null,
  read: (raw) => wholeIn(raw, least, most),
  write: (value) => (value === null ? null : String(value)),
});

const wholeIn = (raw: string | null, least: number, most: number): number | undefined => {
  const value = raw && /^\d{1,10}$/.test(raw) ? Number(raw) : Number.NaN;
  return value >= least && value <= most ? value : undefined;
};

/**
 * Page, from 1, and page size.
 * @param sizes The page sizes, or the largest one where any number is allowed
 */
export const paged = (sizes: readonly number[] | number, first: number) => ({
  page: {
    first: 1,
    read: (raw) => wholeIn(raw, 1, 999_999),
    write: (value) => (value > 1 ? String(value) : null),
  } satisfies Part<number>,
  size: {
    first,
    read: (raw) =>
      typeof sizes === 'number' ? wholeIn(raw, 1, sizes) : sizes.find((size) => String(size) === raw),
    write: (value) => (value === first ? null : String(value)),
  } satisfies Part<number>,
});

type Direction = 'asc' | 'desc';

/**
 * Sort column and direction.
 * @param implied The direction of a URL that names only a column; defaults to `order`
 */
export function sorted<const Sort extends string>(
  sorts: readonly Sort[],
  sort: NoInfer<Sort>,
  order: Direction = 'asc',
  implied: Direction = order,
): { sort: Part<Sort>; order: Part<Direction> } {
  const columnOf = (raw: string | null) => sorts.find((each) => each === raw);
  const differs = (view: object) => {
    const { sort: s, order: o } = view as { sort: Sort; order: Direction };
    return s !== sort || o !== order;
  };
  return {
    sort: { first: sort, read: columnOf, write: (value, view) => (differs(view) ? value : null) },
    order: {
      first: order,
      read: (raw, params) =>
        raw === 'asc' || raw === 'desc' ? raw : columnOf(params.get('sort')) ? implied : order,
      write: (value, view) => (value !== order || (implied !== order && differs(view)) ? value : null),
    },
  };
}
