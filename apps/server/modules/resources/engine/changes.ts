import { isDeepStrictEqual } from 'node:util';
import type { Resource, Values } from '@voltloop/resource-kit';

export type Changes = Record<string, { from: unknown; to: unknown }>;

/** Whether two values are one; keys of lines come back from the database in an order of its own. */
const same = (a: unknown, b: unknown) => isDeepStrictEqual(orNull(a), orNull(b));
/** No lines and no files are none at all. */
const orNull = (value: unknown) => (Array.isArray(value) && value.length === 0 ? null : (value ?? null));

/**
 * What an audit row says of a change: old and new value by field. Of personal data it says only that they changed, so
 * that the trail does not become a second place where they are kept.
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
