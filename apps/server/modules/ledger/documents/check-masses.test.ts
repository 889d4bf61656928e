import { expect, test } from 'vitest';
import { checkMasses } from './check-masses.ts';
import type { Line } from './lines.ts';

const line = (code: string | null, kg: string | null) => ({ clientKey: 'k', code, kg }) as Line;
const checked = (kg: string | null, known: { bookedKg?: string; massKg?: string }) =>
  checkMasses([line('A', kg)], new Map([['A', { bookedKg: null, massKg: null, ...known }]])).map(
    ({ path, key }) => `${path} ${key}`,
  );

test('a mass that differs by more than a tenth from the known one raises a warning', () => {
  expect(checked('440', { massKg: '400' })).toEqual([]);
  expect(checked('360.000', { massKg: '400' })).toEqual([]);
  expect(checked('440.001', { massKg: '400.000' })).toEqual([
    'lines.k.kg rule.document.massDoubtful?code=A&known=400&mass=440.001',
  ]);
  expect(checked('359.9', { massKg: '400' })).toHaveLength(1);
});

test('the booked mass takes precedence over the master record', () => {
  expect(checked('400', { bookedKg: '400', massKg: '100' })).toEqual([]);
  expect(checked('100', { bookedKg: '400', massKg: '100' })).toHaveLength(1);
});

test('no warning where no mass is known, or none is given', () => {
  expect(checked('400', {})).toEqual([]);
  expect(checked('400', { massKg: '0' })).toEqual([]);
  expect(checked(null, { massKg: '400' })).toEqual([]);
  expect(checkMasses([line(null, '5')], new Map())).toEqual([]);
});
