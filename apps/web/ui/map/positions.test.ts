import { expect, it } from 'vitest';
import { boundsOf, nearestCopy } from './positions.ts';

it('bounds contain all positions', () => {
  const at = (longitude: number, latitude: number) => ({ longitude, latitude });
  expect(boundsOf([at(118, 24), at(-70, 30), at(10, -33)])).toEqual([-70, -33, 118, 30]);
  expect(boundsOf([at(118, 24)])).toEqual([118, 24, 118, 24]);
});

it('a mark is shown on the visible copy of the world', () => {
  expect(nearestCopy(-179, 178)).toBe(181);
  expect(nearestCopy(179, -178)).toBe(-181);
  expect(nearestCopy(10, 20)).toBe(10);
  expect(nearestCopy(10, 720)).toBe(730);
});
