import { describe, expect, test } from 'vitest';
import { type Goods, matchOrder, type OrderLine } from './match-order.ts';

const line = (place: number, more: Partial<OrderLine> = {}): OrderLine => ({
  place,
  productType: 1,
  categoryId: null,
  cascadeType: null,
  unit: 'piece',
  quantity: '2',
  shipped: '0',
  returned: '0',
  unitPrice: '10',
  metals: null,
  material: null,
  ...more,
});
const pack = (lineId: string, more: Partial<Goods> = {}): Goods => ({
  lineId,
  coded: true,
  productType: 1,
  categoryId: null,
  cascadeType: null,
  kg: '400',
  kwh: null,
  material: null,
  ...more,
});
const lot = (lineId: string, kg: string, productType: number | null = 1) =>
  pack(lineId, { coded: false, kg, productType });
const placesOf = (lines: readonly OrderLine[], goods: readonly Goods[], tolerance = '1') =>
  matchOrder(lines, goods, tolerance).matches.map(({ lineId, place }) => `${lineId}→${place}`);

describe('goods of a sale', () => {
  test('go to the first line with open quantity that they fit', () => {
    const lines = [line(1, { shipped: '1' }), line(2)];
    expect(
      placesOf(
        lines,
        ['a', 'b', 'c'].map((id) => pack(id)),
      ),
    ).toEqual(['a→1', 'b→2', 'c→2']);
  });

  test('by mass are divided among lines that no single one of them covers', () => {
    const lines = [line(1, { unit: 'kg', quantity: '3' }), line(2, { unit: 'kg', quantity: '3' })];
    const divided = (kg: string) => {
      const { matches, mismatches } = matchOrder(lines, [lot('a', kg)], '1');
      return [...matches.map(({ place, quantity }) => `${place}: ${quantity}`), ...mismatches];
    };
    expect(divided('3.03')).toEqual(['1: 3.03']);
    expect(divided('5')).toEqual(['1: 3', '2: 2']);
    expect(divided('6.05')).toEqual(['1: 3.02', '2: 3.03']);
    expect(divided('6.07')).toMatchObject([{ reason: 'overShipped', place: 1 }]);
  });

  test('go first to the line with the most in common, wherever it is listed', () => {
    const lines = [line(1), line(2, { categoryId: 'X' }), line(3, { categoryId: 'X', cascadeType: 1 })];
    const goods = [pack('a', { categoryId: 'X' }), pack('b', { categoryId: 'X', cascadeType: 1 }), pack('c')];
    expect(placesOf(lines, goods)).toEqual(['a→2', 'b→3', 'c→1']);
  });

  test('by mass go to the line of their material, also where only a product type names it', () => {
    const lines = [
      line(1, { unit: 'kg', quantity: '500' }),
      line(2, { productType: null, material: 'black_mass', unit: 'metal', quantity: '500' }),
    ];
    const goods = [
      lot('a', '100', null),
      { ...lot('b', '100', null), material: 'black_mass' },
      { ...lot('c', '100'), material: 'pack' },
      { ...lot('d', '100', null), material: 'graphite' },
    ];
    const { matches, mismatches } = matchOrder(lines, goods, '1');
    expect(matches.map(({ lineId, place }) => `${lineId}→${place}`)).toEqual(['a→1', 'b→2', 'c→1']);
    expect(mismatches).toEqual([{ reason: 'notOrdered', lineId: 'd' }]);
  });

  test('fit no line that requires something else', () => {
    const goods = [
      pack('a', { productType: 2 }),
      pack('b', { categoryId: 'Y' }),
      pack('c', { cascadeType: 2 }),
    ];
    const lines = [line(1, { categoryId: 'X', cascadeType: 1, quantity: '9' })];
    expect(matchOrder(lines, goods, '1').mismatches).toEqual(
      ['a', 'b', 'c'].map((lineId) => ({ reason: 'notOrdered', lineId })),
    );
  });

  test('beyond the open quantity are refused, naming the line that they fit', () => {
    const { mismatches } = matchOrder([line(1, { shipped: '1' })], [pack('a'), pack('b')], '1');
    expect(mismatches).toEqual([{ reason: 'overShipped', lineId: 'b', place: 1, unit: 'piece', open: '1' }]);
  });

  test('count their mass or energy where the line does', () => {
    const lines = [
      line(1, { unit: 'kg', quantity: '1000' }),
      line(2, { unit: 'kwh', quantity: '50', productType: 2 }),
    ];
    const { matches } = matchOrder(lines, [pack('a'), pack('b', { productType: 2, kwh: '2.5' })], '1');
    expect(matches.map(({ quantity, unit }) => `${quantity} ${unit}`)).toEqual(['400 kg', '2.5 kwh']);
  });

  test('need a rated energy for a line by energy, and a code for one by piece', () => {
    expect(matchOrder([line(1, { unit: 'kwh' })], [pack('a')], '1').mismatches).toEqual([
      { reason: 'energyMissing', lineId: 'a' },
    ]);
    expect(matchOrder([line(1)], [lot('a', '10')], '1').mismatches).toEqual([
      { reason: 'notOrdered', lineId: 'a' },
    ]);
  });
});

describe('the tolerance', () => {
  test.each([
    ['1010', '1', 1],
    ['1010.001', '1', 0],
    ['1000.001', '0', 0],
    ['1000', '0', 1],
  ])('%s kg of 1000 with %s %% match %i line', (kg, tolerance, count) => {
    const lines = [line(1, { unit: 'kg', quantity: '1000' })];
    expect(placesOf(lines, [lot('a', kg)], tolerance)).toHaveLength(count);
  });

  test('does not apply to pieces', () => {
    const lines = [line(1, { quantity: '100', shipped: '100' })];
    expect(placesOf(lines, [pack('a')], '10')).toEqual([]);
  });
});
