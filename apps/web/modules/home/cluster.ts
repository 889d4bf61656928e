/** Pure: markers that would cover one another, drawn as one. */
import type { Point } from './map-view.ts';

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

/** Px of a cell of the grid by which markers are gathered: a marker and some air. */
export const CELL_PX = 44;

/** Fault before not heard of before busy before good: what somebody has to look at first (states: decisions B08). */
const gravity: Record<number, number> = { 2: 4, 0: 3, 3: 2, 4: 1, 1: 0 };

/** True when state `a` needs a look before state `b`. */
export function worseThan(a: number, b: number): boolean {
  return (gravity[a] ?? 3) > (gravity[b] ?? 3);
}

/**
 * Gathers things by the cells of a grid that is fixed to the world, not to the screen: panning changes no cluster,
 * only zooming does. The grid doubles with the zoom, so that a cluster splits and never reshuffles.
 */
export function clusters<T extends Placed>(things: readonly T[], scale: number): Cluster<T>[] {
  const cell = CELL_PX / 2 ** Math.floor(Math.log2(Math.max(scale, 1)));
  const cells = new Map<string, T[]>();
  for (const thing of things) {
    const key = `${Math.floor(thing.at.x / cell)} ${Math.floor(thing.at.y / cell)}`;
    const members = cells.get(key);
    if (members) members.push(thing);
    else cells.set(key, [thing]);
  }
  return [...cells.values()].map((members) => {
    let x = 0;
    let y = 0;
    let status = members[0]!.status;
    for (const member of members) {
      x += member.at.x / members.length;
      y += member.at.y / members.length;
      if (worseThan(member.status, status)) status = member.status;
    }
    return { at: { x, y }, members, status };
  });
}

/** Radius of a cluster's disc in px: the area grows with the logarithm of the count. */
export function clusterRadius(count: number): number {
  return count === 1 ? 7 : Math.round(Math.min(22, 11 + 3.2 * Math.log10(count) * 1.4));
}
