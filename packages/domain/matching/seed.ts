import type { Columns } from './columns.ts';
import type { Evaluator } from './cost.ts';

/** Cuts a sequence of indexes into groups. */
export const cut = (places: readonly number[], size: number): number[][] =>
  Array.from({ length: Math.floor(places.length / size) }, (_, n) => places.slice(n * size, (n + 1) * size));

const byColumn = (column: Float64Array) => (a: number, b: number) =>
  // Unknown values come last, equal ones keep the given order.
  (Number.isNaN(column[a]) ? 1 : 0) - (Number.isNaN(column[b]) ? 1 : 0) ||
  (column[a] as number) - (column[b] as number) ||
  a - b;

/**
 * Serpentine order: strips of similar capacity, within each by resistance, every other strip backwards, so that
 * neighbours are similar in both.
 */
function serpentine(places: readonly number[], [capacity, dcir]: Columns, strips: number): number[] {
  const sorted = [...places].sort(byColumn(capacity as Float64Array));
  const length = Math.ceil(sorted.length / strips);
  return Array.from({ length: strips }, (_, n) => {
    const strip = sorted.slice(n * length, (n + 1) * length).sort(byColumn(dcir as Float64Array));
    return n % 2 === 0 ? strip : strip.reverse();
  }).flat();
}

export interface Seed {
  groups: number[][];
  /** Left-over members. */
  pool: number[];
}

/** Initial groups: the best of several serpentine orders; the most dissimilar members are left over. */
export function seedGroups(
  places: readonly number[],
  columns: Columns,
  evaluator: Evaluator,
  size: number,
): Seed {
  const groups = Math.floor(places.length / size);
  const apart = mostApart(places, columns, places.length - groups * size);
  const rest = places.filter((place) => !apart.has(place));
  const root = Math.max(1, Math.round(Math.sqrt(groups)));
  const widths = [...new Set([1, root >> 1, root, root * 2, root * 4, groups])].filter(
    (strips) => strips >= 1 && strips <= Math.max(1, groups),
  );
  let best: number[][] = [];
  let least = Number.POSITIVE_INFINITY;
  for (const strips of widths) {
    const found = cut(serpentine(rest, columns, strips), size);
    const cost = found.reduce((sum, group) => sum + evaluator.cost(group), 0);
    if (cost < least) [least, best] = [cost, found];
  }
  return { groups: best, pool: [...apart] };
}

/** The indexes farthest from the median of capacity and resistance, each in units of its median distance. */
function mostApart(places: readonly number[], columns: Columns, count: number): Set<number> {
  if (count === 0) return new Set();
  const distance = new Float64Array(columns[0]?.length ?? 0);
  for (const column of columns.slice(0, 3)) {
    const known = places.map((place) => column[place] as number).filter((value) => !Number.isNaN(value));
    if (known.length === 0) continue;
    const middle = median(known);
    const unit = median(known.map((value) => Math.abs(value - middle))) || 1;
    for (const place of places) {
      const value = column[place] as number;
      if (!Number.isNaN(value))
        distance[place] = (distance[place] as number) + Math.abs(value - middle) / unit;
    }
  }
  const order = [...places].sort((a, b) => (distance[b] as number) - (distance[a] as number) || a - b);
  return new Set(order.slice(0, count));
}

function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[sorted.length >> 1] ?? 0;
}
