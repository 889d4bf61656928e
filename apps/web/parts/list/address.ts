/** Pure: the view of a list as its address, from one declaration. Everything that is default stays out of the address. */

/** One value of a view: what it is at first, how it is read, how it is written. */
export interface Part<Value> {
  first: Value;
  /**
   * The value of a text; undefined where it makes no sense, or where there is none.
   * @param params The whole address, for what depends on another part
   */
  read(text: string | null, params: URLSearchParams): Value | undefined;
  /** Its text; null where it stays out of the address. */
  write(value: Value, view: object): string | null;
  /** Its name in the address where it is not that in the view. */
  name?: string;
}

// biome-ignore lint/suspicious/noExplicitAny: parts of any value
type Parts = Record<string, Part<any>>;
export type ViewOf<P extends Parts> = { [Key in keyof P]: P[Key] extends Part<infer Value> ? Value : never };

export interface Address<View> {
  first: View;
  fromUrl(params: URLSearchParams): View;
  /** The address of a view, with other parameters of `before` kept. */
  toUrl(view: View, before?: URLSearchParams): URLSearchParams;
}

/** The codec of a view; its parts appear in the address in declaration order. */
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

/** The same part under another name in the address. */
export const named = <Value>(name: string, part: Part<Value>): Part<Value> => ({ ...part, name });

export const text = (most = 100): Part<string> => ({
  first: '',
  read: (given) => given?.slice(0, most),
  write: written,
});

/** Null without a text, or with one that does not fit. */
export const maybe = (most: number, fits = /^/): Part<string | null> => ({
  first: null,
  read: (given) => (given && fits.test(given) ? given.slice(0, most) : null),
  write: written,
});

/** yyyy-MM-dd, or empty. */
export const day = (): Part<string> => ({
  first: '',
  read: (given) =>
    given && /^\d{4}-\d\d-\d\d$/.test(given) && !Number.isNaN(Date.parse(given)) ? given : '',
  write: written,
});

export const flag = (): Part<boolean> => ({
  first: false,
  read: (given) => given === '1',
  write: (value) => (value ? '1' : null),
});

/** One of some words; without `first` none of them at first. */
export function oneOf<const Word extends string>(words: readonly Word[]): Part<Word | null>;
export function oneOf<const Word extends string>(words: readonly Word[], first: NoInfer<Word>): Part<Word>;
export function oneOf<Word extends string>(
  words: readonly Word[],
  first: Word | null = null,
): Part<Word | null> {
  return {
    first,
    read: (given) => words.find((word) => word === given),
    write: (value) => (value === first ? null : value),
  };
}

/** A whole number between two; null without one. */
export const whole = (least: number, most: number): Part<number | null> => ({
  first: null,
  read: (given) => wholeIn(given, least, most),
  write: (value) => (value === null ? null : String(value)),
});

const wholeIn = (given: string | null, least: number, most: number): number | undefined => {
  const value = given && /^\d{1,10}$/.test(given) ? Number(given) : Number.NaN;
  return value >= least && value <= most ? value : undefined;
};

/**
 * Page, from 1, and rows of a page.
 * @param sizes Those that there are, or the most of them where any number is one
 */
export const paged = (sizes: readonly number[] | number, first: number) => ({
  page: {
    first: 1,
    read: (given) => wholeIn(given, 1, 999_999),
    write: (value) => (value > 1 ? String(value) : null),
  } satisfies Part<number>,
  size: {
    first,
    read: (given) =>
      typeof sizes === 'number' ? wholeIn(given, 1, sizes) : sizes.find((size) => String(size) === given),
    write: (value) => (value === first ? null : String(value)),
  } satisfies Part<number>,
});

type Direction = 'asc' | 'desc';

/**
 * Column and direction of the order.
 * @param implied Direction of an address that names a column only; that of `order` otherwise
 */
export function sorted<const Sort extends string>(
  sorts: readonly Sort[],
  sort: NoInfer<Sort>,
  order: Direction = 'asc',
  implied: Direction = order,
): { sort: Part<Sort>; order: Part<Direction> } {
  const known = (given: string | null) => sorts.find((each) => each === given);
  const differs = (view: object) => {
    const { sort: s, order: o } = view as { sort: Sort; order: Direction };
    return s !== sort || o !== order;
  };
  return {
    sort: { first: sort, read: known, write: (value, view) => (differs(view) ? value : null) },
    order: {
      first: order,
      read: (given, params) =>
        given === 'asc' || given === 'desc' ? given : known(params.get('sort')) ? implied : order,
      write: (value, view) => (value !== order || (implied !== order && differs(view)) ? value : null),
    },
  };
}
