/**
 * A check of one value: null when it is right, else the key of what is wrong in the catalogue `checks`. A key may carry
 * the numbers that its text names: `check.range?min=1&max=120`. A check of a form lets an empty value pass, as the
 * field may be optional; the rules that the specification calls required say so themselves.
 */
export type Check<T = string> = (value: T) => string | null;

/** The value of a field before it is known to be right. */
export type Raw = string | number | null | undefined;

/** A raw value as text; nothing is ''. */
export const textOf = (value: Raw): string => (value === undefined || value === null ? '' : String(value));

/** A key with the numbers that its text names. */
export function keyWith(key: string, values: Record<string, string | number>): string {
  const text = Object.entries(values).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${key}?${text.join('&')}`;
}

/** A check of a text's form: '' passes, anything else must match. */
export function form(pattern: RegExp, key: string): Check<Raw> {
  return (value) => {
    const text = textOf(value);
    return text === '' || pattern.test(text) ? null : key;
  };
}

/** The first thing wrong of several checks. */
export function firstOf<T>(...checks: Check<T>[]): Check<T> {
  return (value) => {
    for (const check of checks) {
      const wrong = check(value);
      if (wrong !== null) return wrong;
    }
    return null;
  };
}
