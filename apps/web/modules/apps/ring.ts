/** Pure: positions on the ring of apps. */

/** Degrees from the front, clockwise, of app `index` of `count` without rotation. */
export function placeOf(index: number, count: number): number {
  return (360 / count) * index;
}

/**
 * The rotation that brings app `index` to the front by the shortest way from the present rotation. Degrees
 * accumulate beyond 360, so that a transition never runs back through the whole circle.
 */
export function turnTo(index: number, count: number, turn: number): number {
  const wanted = -placeOf(index, count);
  const short = ((((wanted - turn) % 360) + 540) % 360) - 180;
  return turn + short;
}
