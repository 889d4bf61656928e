import type { Frame } from '@voltloop/protocol';
import type { MappedValue } from './mapping.ts';
import { isRole, keyOf } from './roles.ts';

/** The key under which a value is stored: that of the core for a role. */
export const storedKey = (to: string): string => (isRole(to) ? keyOf(to) : to);

/**
 * A frame of docs/protocol.md with values of a foreign device; the last one of several for the same point counts. Null
 * without any.
 */
export function frameOf(values: readonly MappedValue[], time_ms: number, backfill: boolean): Frame | null {
  if (values.length === 0) return null;
  const data: Record<string, number> = {};
  const packs = new Map<number, Record<string, number | (number | null)[]>>();
  for (const { to, pack, cell, value } of values) {
    const key = storedKey(to);
    if (pack === 0 && cell === 0) {
      data[key] = value;
      continue;
    }
    const one = packs.get(pack) ?? { P_no: pack };
    packs.set(pack, one);
    if (cell === 0) {
      one[key] = value;
      continue;
    }
    const list = Array.isArray(one[key]) ? one[key] : [];
    one[key] = list;
    while (list.length < cell) list.push(null);
    list[cell - 1] = value;
  }
  return {
    ts: time_ms,
    q: backfill ? 1 : 0,
    data,
    ...(packs.size > 0 ? { packs: [...packs.values()] as Frame['packs'] } : {}),
  } as Frame;
}
