import { describe, expect, it } from 'vitest';
import { parseRange } from './serve-file.ts';

describe('parseRange', () => {
  it.each([
    [undefined, 'all'],
    ['bytes=0-', { begin: 0, end: 10 }],
    ['bytes=4-7', { begin: 4, end: 8 }],
    ['bytes=4-999', { begin: 4, end: 10 }],
    ['bytes=-3', { begin: 7, end: 10 }],
    ['bytes=-30', { begin: 0, end: 10 }],
    ['bytes=10-', null],
    ['bytes=-0', null],
    ['bytes=7-4', 'all'],
    ['bytes=0-1,4-5', 'all'],
    ['lines=0-1', 'all'],
    ['bytes=-', 'all'],
    ['bytes=99999999999999999999-', 'all'],
  ] as const)('%s of ten bytes → %o', (header, expected) => {
    expect(parseRange(header, 10)).toEqual(expected);
  });
});
