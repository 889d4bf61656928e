import { isDeepStrictEqual } from 'node:util';
import type { Resource, Values } from '@voltloop/resource-kit';

export type Changes = Record<string, { from: unknown; to: unknown }>;

/** Whether two values are equal; the database returns keys of lines in its own order. */
const same = (a: unknown, b: unknown) => isDeepStrictEqual(orNull(a), orNull(b));
/** No lines and no files are equal to an absent value. */
const orNull = (value: unknown) => (Array.isArray(value) && value.length === 0 ? null : (value ?? null));

/**
 * The change in an audit row: old and new value by field. Personal values are left out, so that the trail does not
 * become a second copy of them.
 */
export function changesOf(resource: Resource, before: Values, after: Values): Changes {
  const changes: Changes = {};
  for (const [name, field] of Object.entries(resource.fields)) {
    const [from, to] = [before[name] ?? null, after[name] ?? null];
    if (same(from, to)) continue;
    changes[name] = field.personal
      ? { from: from === null ? null : '***', to: to === null ? null : '***' }
      : { from, to };
  }
  return changes;
}
