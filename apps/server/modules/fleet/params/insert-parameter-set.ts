import type { Trx } from '../../../platform/db.ts';
import { sameValue, type Values } from './rules.ts';
import { insertChanges, insertSet, lockKnown, mergeKnown, type NewSet } from './store-sets.ts';

/**
 * Stores the settings that a device reported. A value that differs from its last report, and was not set by the server,
 * is recorded as an external change.
 * @param ours Keys that the server has just set.
 * @returns the set's id
 */
export async function insertParameterSet(
  trx: Trx,
  set: NewSet,
  ours: ReadonlySet<string> = new Set(),
): Promise<string> {
  const known: Values = await lockKnown(trx, set.thingId);
  const seen = Object.entries(set.values)
    .filter(([key, value]) => key in known && !ours.has(key) && !sameValue(known[key], value))
    .map(([key, value]) => ({ key, from: known[key] ?? null, wanted: null, to: value }));
  const facts = { thingId: set.thingId, kind: 'seen' as const, by: null, at: set.takenAt, batchId: null };
  await insertChanges(trx, facts, seen);
  await mergeKnown(trx, set);
  return insertSet(trx, set);
}
