import { setImmediate } from 'node:timers/promises';

/** How long one piece of work may keep everybody else waiting. */
const TURN_MS = 8;

/**
 * `items.map(each)` for many items: after every few ms others get their turn.
 * @returns in the order of the items
 */
export async function mapInTurns<T, R>(
  items: readonly T[],
  each: (item: T, place: number) => R,
): Promise<R[]> {
  const made: R[] = [];
  let began = performance.now();
  for (const [place, item] of items.entries()) {
    made.push(each(item, place));
    if (performance.now() - began < TURN_MS) continue;
    await setImmediate();
    began = performance.now();
  }
  return made;
}
