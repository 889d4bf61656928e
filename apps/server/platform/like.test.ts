import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { patterns } from './like.ts';

describe('patterns', () => {
  /** A reference implementation of LIKE. */
  const like = (text: string, pattern: string) => {
    let regex = '';
    for (let i = 0; i < pattern.length; i++) {
      let c = pattern[i] as string;
      if (c === '%') regex += '[^]*';
      else if (c === '_') regex += '[^]';
      else {
        if (c === '\\') c = pattern[++i] as string;
        regex += `\\u{${(c.codePointAt(0) ?? 0).toString(16)}}`;
      }
    }
    return new RegExp(`^${regex}$`, 'u').test(text);
  };
  test('finds a text literally, with any characters', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '%', '_', '\\', '.', '*', "'") });
    fc.assert(
      fc.property(text, text, (hay, needle) => {
        expect(like(hay, patterns(needle)[0] as string)).toBe(hay.includes(needle));
      }),
      { numRuns: 1000 },
    );
  });

  test('find a text that was typed or stored in full width', () => {
    const finds = (hay: string, needle: string) => patterns(needle).some((pattern) => like(hay, pattern));
    expect(finds('EZL-1', 'ＥＺＬ')).toBe(true);
    expect(finds('ＥＺＬ-1', 'ＥＺＬ')).toBe(true);
    expect(finds('拜腾（上海）', '(上海)')).toBe(true);
    expect(finds('拜腾(上海)', '（上海）')).toBe(true);
    expect(patterns('abc')).toEqual(['%abc%']);
  });
});
