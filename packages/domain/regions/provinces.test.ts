import { expect, it } from 'vitest';
import { provinceName, provinces, TILE_COLUMNS } from './provinces.ts';

it('every province exists once, on a tile of its own', () => {
  expect(provinces).toHaveLength(34);
  expect(new Set(provinces.map(({ code }) => code)).size).toBe(34);
  expect(new Set(provinces.map(({ tile }) => tile.join())).size).toBe(34);
  expect(Math.max(...provinces.map(({ tile }) => tile[0]))).toBe(TILE_COLUMNS - 1);
});

it('provinces are named, and unknown codes are returned unchanged', () => {
  expect(provinceName('44', 'zh')).toBe('广东');
  expect(provinceName('99', 'en')).toBe('99');
  expect(provinceName('', 'en')).toBeNull();
});
