import { setImmediate } from 'node:timers/promises';

/** Longest time that one slice of work may block the event loop. */
const SLICE_MS = 8;

/**
 * `items.map(each)` for many items: yields to the event loop every few ms.
 * @returns the results, in the order of the items
 */
export async function mapYielding<T, R>(
  items: readonly T[],
  each: (item: T, place: number) => R,
): Promise<R[]> {
  const made: R[] = [];
  let began = performance.now();
  for (const [place, item] of items.entries()) {
    made.push(each(item, place));
    if (performance.now() - began < SLICE_MS) continue;
    await setImmediate();
    began = performance.now();
  }
  return made;
}
