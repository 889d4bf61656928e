import { describe, expect, it } from 'vitest';
import { normalizeDecimal, readDecimal, typedNumber } from './read-decimal.ts';

describe('a typed, pasted or imported decimal', () => {
  it.each([
    ['47.4', '47.4'],
    ['47,4', '47.4'],
    [' 47,4 ', '47.4'],
    ['-0,5', '-0.5'],
    ['−3', '-3'],
    ['+7', '7'],
    ['5.', '5'],
    [',5', '0.5'],
    ['-.5', '-0.5'],
    ['0,125', '0.125'],
    ['1.234', '1.234'],
    ['1250,125', '1250.125'],
    ['5,0000', '5.0000'],
    ['007', '007'],
    ['４００．５', '400.5'],
    ['１２，５', '12.5'],
  ])('%j is %s', (typed, text) => expect(readDecimal(typed)).toEqual({ text }));

  it.each([
    ['5,000', '5000', '5.0'],
    ['1,234', '1234', '1.234'],
    ['12,500', '12500', '12.5'],
    ['-1,250', '-1250', '-1.25'],
    ['５，０００', '5000', '5.0'],
  ])('%j may be %s or %s', (typed, whole, decimal) =>
    expect(readDecimal(typed)).toEqual({
      problem: `check.ambiguous?whole=${whole}&decimal=${decimal}`,
      readings: [whole, decimal],
    }),
  );

  it.each([
    ['abc', 'check.decimal'],
    ['47,4 A', 'check.decimal'],
    ['1 234', 'check.decimal'],
    ['1e3', 'check.decimal'],
    ['-', 'check.decimal'],
    ['.', 'check.decimal'],
    ['٣', 'check.decimal'],
    ['9'.repeat(400), 'check.decimal'],
    ['1.234,5', 'check.separators'],
    ['1,234.5', 'check.separators'],
    ['1,234,567', 'check.separators'],
    ['1.2.3', 'check.separators'],
  ])('%j has a problem: %s', (typed, key) => expect(readDecimal(typed)).toEqual({ problem: key }));

  it.each(['', '  '])('%j is nothing', (typed) => expect(readDecimal(typed)).toBeNull());

  it('stays as typed when it is invalid, so that validation can refuse it', () => {
    expect(['47,4', '', 'abc', '5,000', '1.234,5'].map(typedNumber)).toEqual([
      47.4,
      '',
      'abc',
      '5,000',
      '1.234,5',
    ]);
    expect([' A1 ', '1,250', '１，２５０'].map(normalizeDecimal)).toEqual(['A1', '1,250', '1,250']);
  });
});
