import { expect, it } from 'vitest';
import { sectionsOf, WIDEST } from './camera-look.ts';

it('alternates between the whole of a small picture and its enlarged middle', () => {
  const [whole, middle] = sectionsOf(640, 480);
  expect(whole).toEqual({ x: 0, y: 0, width: 640, height: 480, scale: 1 });
  expect(middle).toEqual({ x: 64, y: 48, width: 512, height: 384, scale: 2.5 });
});

it('alternates between the whole of a wide picture and its unscaled middle', () => {
  const [whole, middle] = sectionsOf(1920, 1080);
  expect(whole).toMatchObject({ x: 0, y: 0, width: 1920, height: 1080 });
  expect((whole?.width ?? 0) * (whole?.scale ?? 0)).toBe(WIDEST);
  expect(middle).toEqual({ x: 320, y: 180, width: 1280, height: 720, scale: 1 });
  // A phone in portrait orientation.
  for (const { x, y, width, height, scale } of sectionsOf(2160, 3840)) {
    expect(x + width).toBeLessThanOrEqual(2160);
    expect(y + height).toBeLessThanOrEqual(3840);
    expect(width * scale).toBeLessThanOrEqual(WIDEST);
  }
});
