/** A part of a camera's picture, px, and how much smaller it is decoded. */
export interface Look {
  x: number;
  y: number;
  width: number;
  height: number;
  scale: number;
}

/** Widest picture that is decoded: a wider one takes longer than the hand holds still. */
export const WIDEST = 1280;

/**
 * What of a camera's picture is decoded, in turn: the whole of it, and where that must be made smaller for it, its
 * middle as it is. The 24 characters of a battery code are some 300 bars wide in Code 128: made smaller, they run together.
 */
export function looksAt(width: number, height: number): readonly Look[] {
  const whole: Look = { x: 0, y: 0, width, height, scale: Math.min(1, WIDEST / width) };
  if (width <= WIDEST) return [whole];
  const middle = { width: WIDEST, height: Math.min(height, Math.round((WIDEST * height) / width)) };
  const x = Math.round((width - middle.width) / 2);
  const y = Math.round((height - middle.height) / 2);
  return [whole, { x, y, ...middle, scale: 1 }];
}
