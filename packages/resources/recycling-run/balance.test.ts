import { decimalOf } from '@voltloop/resource-kit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { balanceOf, tolerancePctOf, type Weighed } from './balance.ts';

const goods = (side: 'in' | 'out', kg: string, more: Partial<Weighed> = {}): Weighed => ({
  side,
  kg,
  moisturePct: null,
  basis: 'wet',
  material: null,
  ...more,
});
const none = { addedKg: null, lossKg: null };

describe('the balance of a run', () => {
  it('lists residue and loss separately from the output', () => {
    const lines = [
      goods('in', '400.5'),
      goods('in', '99.5'),
      goods('out', '430'),
      goods('out', '40', { material: 'residue' }),
    ];
    expect(balanceOf(lines, { addedKg: null, lossKg: '27.5' }, '1')).toEqual({
      in: '500',
      added: '0',
      out: '430',
      residue: '40',
      loss: '27.5',
      water: '0',
      difference: '2.5',
      allowed: '5',
      balanced: true,
    });
  });

  it('is refused just above the tolerance, in either direction', () => {
    const of = (out: string) => balanceOf([goods('in', '1000'), goods('out', out)], none, '1').balanced;
    expect(['990', '989.999', '1010', '1010.001'].map(of)).toEqual([true, false, true, false]);
  });

  it('compares dry mass: evaporated water is not a loss', () => {
    const lines = [
      goods('in', '1000', { moisturePct: '20' }),
      goods('out', '800', { basis: 'dry', moisturePct: '50' }),
    ];
    expect(balanceOf(lines, none, '0')).toMatchObject({ water: '200', difference: '0', balanced: true });
    const wetter = [goods('in', '800'), goods('out', '1000', { moisturePct: '20' })];
    expect(balanceOf(wetter, none, '0')).toMatchObject({ water: '-200', difference: '0', balanced: true });
  });

  it('includes reagents in the input', () => {
    const lines = [goods('in', '100'), goods('out', '149')];
    expect(balanceOf(lines, { addedKg: '50', lossKg: '1' }, '0')).toMatchObject({
      difference: '0',
      balanced: true,
    });
    expect(balanceOf(lines, none, '10')).toMatchObject({ difference: '-49', balanced: false });
  });

  it('always adds up: in and added equal out, residue, loss, water and the difference', () => {
    const kg = fc.integer({ min: 0, max: 10_000_000 }).map((grams) => decimalOf(grams).div(1000).toFixed());
    const line = fc.record({
      side: fc.constantFrom('in' as const, 'out' as const),
      kg: fc.option(kg),
      moisturePct: fc.option(
        fc.integer({ min: 0, max: 1_000_000 }).map((n) => decimalOf(n).div(10_000).toFixed()),
      ),
      basis: fc.constantFrom('wet', 'dry'),
      material: fc.constantFrom('black_mass', 'residue'),
    });
    fc.assert(
      fc.property(fc.array(line), fc.option(kg), fc.option(kg), (lines, addedKg, lossKg) => {
        const found = balanceOf(lines, { addedKg, lossKg }, '1');
        const left = decimalOf(found.in).plus(found.added);
        const right = [found.out, found.residue, found.loss, found.water, found.difference].reduce(
          (all, each) => all.plus(each),
          decimalOf(0),
        );
        expect(left.toFixed()).toBe(right.toFixed());
      }),
    );
  });
});

it('uses the recorded tolerance, else the default of the step', () => {
  expect([
    tolerancePctOf('crush', '0.5'),
    tolerancePctOf('crush', null),
    tolerancePctOf('other', null),
  ]).toEqual(['0.5', '3', '1']);
});
