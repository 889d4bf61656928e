import { describe, expect, it } from 'vitest';
import { parseDecimal, typedNumber } from './parse-decimal.ts';

describe('a typed or pasted number', () => {
  it.each<[string, ReturnType<typeof parseDecimal>]>([
    ['47.4', 47.4],
    ['47,4', 47.4],
    [' 47,4 ', 47.4],
    ['-0,5', -0.5],
    ['+7', 7],
    ['5.', 5],
    [',5', 0.5],
    ['1,234', 1.234],
    ['007', 7],
    ['', null],
    ['  ', null],
    ['abc', 'letters'],
    ['47,4 A', 'letters'],
    ['1 234', 'letters'],
    ['1e3', 'letters'],
    ['-', 'letters'],
    ['.', 'letters'],
    ['٣', 'letters'],
    ['9'.repeat(400), 'letters'],
    ['1.234,5', 'separators'],
    ['1,234.5', 'separators'],
    ['1,234,567', 'separators'],
    ['1.2.3', 'separators'],
  ])('%j is parsed as %j', (text, expected) => expect(parseDecimal(text)).toBe(expected));

  it('stays as typed when it is invalid, so that validation can refuse it', () => {
    expect(['47,4', '', 'abc', '1.234,5'].map(typedNumber)).toEqual([47.4, '', 'abc', '1.234,5']);
  });
});
