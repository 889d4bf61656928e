import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { containing } from './like.ts';

describe('containing', () => {
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
        expect(like(hay, containing(needle))).toBe(hay.includes(needle));
      }),
      { numRuns: 1000 },
    );
  });
});
