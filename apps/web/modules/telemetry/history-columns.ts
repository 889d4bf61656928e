/** Pure: the columns of a history table for a group of points and the fetched rows. */
import { parseWireKey } from '@voltloop/protocol/info-model.ts';

interface PointLike {
  key: string;
  prefix: string;
  group: string;
  part: 'system' | 'pack' | 'cell';
}

/** An entry of the group picker: a group of system points, or of pack points. */
export interface HistoryGroup {
  /** `E:pv`, `P:cells` */
  id: string;
  prefix: string;
  group: string;
  keys: string[];
  /** True if the points belong to a pack, so that a pack must be chosen. */
  perPack: boolean;
}

/** Groups in the order of the dictionary; the battery's before the site's, packs last. */
export function historyGroups(points: readonly PointLike[]): HistoryGroup[] {
  const groups = new Map<string, HistoryGroup>();
  for (const point of points) {
    const id = `${point.prefix}:${point.group}`;
    const known = groups.get(id);
    if (known) known.keys.push(point.key);
    else
      groups.set(id, {
        id,
        prefix: point.prefix,
        group: point.group,
        keys: [point.key],
        perPack: point.part !== 'system',
      });
  }
  const rank = { M: 0, E: 1, P: 2 } as Record<string, number>;
  return [...groups.values()].sort((a, b) => (rank[a.prefix] ?? 3) - (rank[b.prefix] ?? 3));
}

/** Wire keys of the columns: those of the group that occur in `rows`, for pack points only of one pack. */
export function historyColumns(
  group: HistoryGroup,
  rows: readonly { fields: Record<string, number> }[],
  pack: number,
): { wire: string; key: string; cell: number }[] {
  const order = new Map(group.keys.map((key, index) => [key, index]));
  if (!group.perPack) {
    const reported = new Set(rows.flatMap((row) => Object.keys(row.fields)));
    return group.keys.filter((key) => reported.has(key)).map((key) => ({ wire: key, key, cell: 0 }));
  }
  const found = new Map<string, { wire: string; key: string; cell: number }>();
  for (const row of rows)
    for (const wire of Object.keys(row.fields)) {
      if (found.has(wire)) continue;
      const parsed = parseWireKey(wire);
      if (!parsed || Math.floor(parsed.part / 100) !== pack || !order.has(parsed.key)) continue;
      found.set(wire, { wire, key: parsed.key, cell: parsed.part % 100 });
    }
  return [...found.values()].sort(
    (a, b) => (order.get(a.key) ?? 0) - (order.get(b.key) ?? 0) || a.cell - b.cell,
  );
}

/** Packs that occur in the rows, ascending. */
export function packsIn(rows: readonly { fields: Record<string, number> }[]): number[] {
  const packs = new Set<number>();
  for (const row of rows)
    for (const wire of Object.keys(row.fields)) {
      const part = parseWireKey(wire)?.part ?? 0;
      if (part >= 100) packs.add(Math.floor(part / 100));
    }
  return [...packs].sort((a, b) => a - b);
}
