import type { Condition } from './condition.ts';
import type { Resource } from './resource.ts';
import type { Values } from './schemas.ts';

/**
 * The tone of a day in a row, from the warnings of its resource: warnings that list the row on the home page also mark
 * it in lists and on its page.
 * @param day A day by its offset from today in days, yyyy-MM-dd.
 */
export function toneOfDay(
  { home }: Resource,
  row: Values,
  name: string,
  day: (offset_days: number) => string,
): 'danger' | 'warning' | undefined {
  const warned = home?.warnings?.filter(
    ({ date, filter }) => date === name && filter(day).every((each) => fits(row, each)),
  );
  if (!warned || warned.length === 0) return undefined;
  return String(row[name]) < day(0) || warned.some(({ tone }) => tone === 'danger') ? 'danger' : 'warning';
}

/** Whether a row matches a condition of a warning, as the server filters: the upper end of a range is exclusive. */
function fits(row: Values, { field, op, value }: Condition): boolean {
  const own = row[field];
  if (own === null || own === undefined) return op === 'empty';
  const text = String(own);
  if (op === 'equals') return text === String(value);
  if (op === 'in') return Array.isArray(value) && value.map(String).includes(text);
  if (op === 'from') return text >= String(value);
  if (op === 'to') return text < String(value);
  return op === 'present';
}
