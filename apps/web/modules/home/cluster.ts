/** Pure: markers that would cover one another, drawn as one. */
import type { Point } from '../../parts/map/map-view.ts';

export interface Placed {
  devid: string;
  status: number;
  /** World point. */
  at: Point;
}

export interface Cluster<T extends Placed> {
  /** Mean world point of its members. */
  at: Point;
  members: T[];
  /** The worst state among them, by {@link worseThan}. */
  status: number;
}

/** Px of a cell of the grid by which markers are gathered: the largest disc and some air. */
export const CELL_PX = 52;

/** Fault before not heard of before busy before good: what somebody has to look at first (states: decisions B08). */
const gravity: Record<number, number> = { 2: 4, 0: 3, 3: 2, 4: 1, 1: 0 };

/** True when state `a` needs a look before state `b`. */
export function worseThan(a: number, b: number): boolean {
  return (gravity[a] ?? 3) > (gravity[b] ?? 3);
}

/**
 * Gathers things by the cells of a grid that is fixed to the world, not to the screen: panning changes no cluster,
 * only zooming does. Cells whose middles would still cover one another join the fuller one. The grid doubles with
 * the zoom, so that clusters stay as they are between two doublings.
 */
export function clusters<T extends Placed>(things: readonly T[], scale: number): Cluster<T>[] {
  const cell = CELL_PX / 2 ** Math.floor(Math.log2(Math.max(scale, 1)));
  const cells = new Map<string, { column: number; row: number; members: T[] }>();
  for (const thing of things) {
    const column = Math.floor(thing.at.x / cell);
    const row = Math.floor(thing.at.y / cell);
    const key = `${column} ${row}`;
    const found = cells.get(key);
    if (found) found.members.push(thing);
    else cells.set(key, { column, row, members: [thing] });
  }
  const bySize = [...cells.values()].sort((a, b) => b.members.length - a.members.length);
  const taken = new Set<object>();
  const result: Cluster<T>[] = [];
  for (const each of bySize) {
    if (taken.has(each)) continue;
    taken.add(each);
    const middle = meanOf(each.members);
    const members = [...each.members];
    for (let column = each.column - 1; column <= each.column + 1; column++)
      for (let row = each.row - 1; row <= each.row + 1; row++) {
        const neighbour = cells.get(`${column} ${row}`);
        if (!neighbour || taken.has(neighbour)) continue;
        const other = meanOf(neighbour.members);
        if (Math.hypot(other.x - middle.x, other.y - middle.y) >= cell * 0.9) continue;
        taken.add(neighbour);
        members.push(...neighbour.members);
      }
    result.push({ at: meanOf(members), members, status: worstOf(members) });
  }
  return result;
}

function meanOf(things: readonly Placed[]): Point {
  let x = 0;
  let y = 0;
  for (const { at } of things) {
    x += at.x / things.length;
    y += at.y / things.length;
  }
  return { x, y };
}

function worstOf(things: readonly Placed[]): number {
  let status = things[0]?.status ?? 0;
  for (const thing of things) if (worseThan(thing.status, status)) status = thing.status;
  return status;
}

/** How many of each state a cluster has, the worst first: the parts of its ring. */
export function statesOf(things: readonly Placed[]): { status: number; count: number }[] {
  const counts = new Map<number, number>();
  for (const { status } of things) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts]
    .map(([status, count]) => ({ status, count }))
    .sort((a, b) => (worseThan(a.status, b.status) ? -1 : 1));
}

/** Radius of a cluster's disc in px: the area grows with the logarithm of the count. */
export function clusterRadius(count: number): number {
  return count === 1 ? 7 : Math.round(Math.min(22, 11 + 3.2 * Math.log10(count) * 1.4));
}
