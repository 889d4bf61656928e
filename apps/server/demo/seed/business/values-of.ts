import { type DemoRow, isRef } from './rows.ts';

/** Ids of what is there already, by resource and key; null for what somebody has deleted: nobody wants it back. */
export type Known = Map<string, Map<string, string | null>>;

/** The values of a row with ids in place of what it names; what it names and is not there is left out. */
export function valuesOf(
  row: DemoRow,
  known: ReadonlyMap<string, ReadonlyMap<string, string | null>>,
): Record<string, unknown> {
  const resolve = (value: unknown): unknown => {
    if (isRef(value)) return known.get(value.to)?.get(value.key) ?? undefined;
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, resolve(inner)]));
  };
  return resolve(row.values) as Record<string, unknown>;
}
