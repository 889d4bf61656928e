import { type DemoRow, isRef } from './rows.ts';

/** Ids of existing rows, by resource and key; null for deleted rows, which are not created again. */
export type KnownIds = Map<string, Map<string, string | null>>;

/** The values of a row with references replaced by ids; unresolved references are omitted. */
export function valuesOf(
  row: DemoRow,
  knownIds: ReadonlyMap<string, ReadonlyMap<string, string | null>>,
): Record<string, unknown> {
  const resolve = (value: unknown): unknown => {
    if (isRef(value)) return knownIds.get(value.to)?.get(value.key) ?? undefined;
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, resolve(inner)]));
  };
  return resolve(row.values) as Record<string, unknown>;
}
