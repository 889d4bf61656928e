/**
 * A check of one value: null if valid, else a key of the catalogue `checks`. A key may carry the numbers of its text:
 * `check.range?min=1&max=120`. Checks of a form accept an empty value, as the field may be optional; rules that the
 * specification calls required refuse it themselves.
 */
export type Check<T = string> = (value: T) => string | null;

/** The value of a field before validation. */
export type Raw = string | number | null | undefined;

/** A raw value as text; '' for null and undefined. */
export const textOf = (value: Raw): string => (value === undefined || value === null ? '' : String(value));

/** A key with the numbers of its text. */
export function keyWith(key: string, values: Record<string, string | number>): string {
  const text = Object.entries(values).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${key}?${text.join('&')}`;
}

/** A check of a text's form: accepts '' and whatever matches. */
export function form(pattern: RegExp, key: string): Check<Raw> {
  return (value) => {
    const text = textOf(value);
    return text === '' || pattern.test(text) ? null : key;
  };
}

/** The first problem of several checks. */
export function firstOf<T>(...checks: Check<T>[]): Check<T> {
  return (value) => {
    for (const check of checks) {
      const wrong = check(value);
      if (wrong !== null) return wrong;
    }
    return null;
  };
}
