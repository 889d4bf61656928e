/** A part of a camera's picture, px, and how much larger or smaller it is decoded. */
export interface Look {
  x: number;
  y: number;
  width: number;
  height: number;
  scale: number;
}

/** Widest picture that is decoded: a wider one takes longer than the hand holds still. */
export const WIDEST = 1280;

/** The part of a small picture's width and height that holds the label: the frame that the reader sees. */
const FRAME = 0.8;

/**
 * What of a camera's picture is decoded, in turn: the whole of it, smaller where it is too wide for that, and its middle:
 * as it is, or enlarged where the camera is poor. The 24 characters of a battery code are some 300 bars wide in Code 128:
 * made smaller, they run together, and at less than two pixels for a bar the decoder misses them.
 */
export function looksAt(width: number, height: number): readonly Look[] {
  const whole: Look = { x: 0, y: 0, width, height, scale: Math.min(1, WIDEST / width) };
  const across = Math.round(Math.min(WIDEST, width * FRAME));
  const middle = { width: across, height: Math.min(height, Math.round((across * height) / width)) };
  const x = Math.round((width - middle.width) / 2);
  const y = Math.round((height - middle.height) / 2);
  return [whole, { x, y, ...middle, scale: WIDEST / across }];
}
