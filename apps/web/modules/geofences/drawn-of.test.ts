import { expect, it } from 'vitest';
import { drawnOf } from './drawn-of.ts';

it('draws even incomplete values of a form', () => {
  expect(drawnOf({})).toBeNull();
  expect(drawnOf({ shape: 'circle', longitude: '', latitude: '', radiusM: '' })).toEqual({
    shape: 'circle',
    center: null,
    radius_m: null,
  });
  expect(drawnOf({ shape: 'circle', longitude: '118.1', latitude: '24.5', radiusM: 'x' })).toEqual({
    shape: 'circle',
    center: { longitude: 118.1, latitude: 24.5 },
    radius_m: null,
  });
  const ring = [
    { longitude: '1', latitude: '2' },
    { longitude: '', latitude: '' },
    { longitude: '3', latitude: '4' },
  ];
  expect(drawnOf({ shape: 'polygon', ring })).toEqual({
    shape: 'polygon',
    ring: [
      { longitude: 1, latitude: 2 },
      { longitude: 3, latitude: 4 },
    ],
  });
  expect(drawnOf({ shape: 'polygon', ring: undefined })).toEqual({ shape: 'polygon', ring: [] });
  const moved = drawnOf({ shape: 'circle', longitude: '1', latitude: '1', radiusM: 5 }, (p) => ({
    ...p,
    latitude: 9,
  }));
  expect(moved).toMatchObject({ center: { longitude: 1, latitude: 9 } });
});
