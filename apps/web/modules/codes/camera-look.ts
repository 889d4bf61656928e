/** A section of a camera's picture, px, and the scale at which it is decoded. */
export interface Section {
  x: number;
  y: number;
  width: number;
  height: number;
  scale: number;
}

/** Widest picture that is decoded: a wider one takes longer than a hand holds still, px. */
export const WIDEST = 1280;

/** The share of a small picture's width and height that contains the label: the frame shown to the user. */
const FRAME = 0.8;

/**
 * The sections of a camera's picture to decode in turn: the whole of it, scaled down where it is too wide, and its
 * middle, unscaled, or enlarged where the resolution is low. The 24 characters of a battery code have some 300 bars in
 * Code 128: scaled down, they merge, and the decoder needs at least two pixels per bar.
 */
export function sectionsOf(width: number, height: number): readonly Section[] {
  const whole: Section = { x: 0, y: 0, width, height, scale: Math.min(1, WIDEST / width) };
  const across = Math.round(Math.min(WIDEST, width * FRAME));
  const middle = { width: across, height: Math.min(height, Math.round((across * height) / width)) };
  const x = Math.round((width - middle.width) / 2);
  const y = Math.round((height - middle.height) / 2);
  return [whole, { x, y, ...middle, scale: WIDEST / across }];
}
