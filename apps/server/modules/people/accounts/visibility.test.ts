import fc from 'fast-check';
import { expect, test } from 'vitest';
import { covers } from './visibility.ts';

// Labels of one and two digits, so that one is often a prefix of another.
const label = fc.integer({ min: 1, max: 25 }).map(String);
const path = fc.array(label, { minLength: 1, maxLength: 5 });

test('covers is equal to a comparison label by label', () => {
  fc.assert(
    fc.property(path, path, (above, below) => {
      const expected = above.length <= below.length && above.every((l, i) => below[i] === l);
      expect(covers(above.join('.'), below.join('.'))).toBe(expected);
    }),
    { numRuns: 1000 },
  );
});

test('an account covers itself and everything below, and nothing else of its branch', () => {
  fc.assert(
    fc.property(path, path, (above, more) => {
      const p = above.join('.');
      expect(covers(p, p)).toBe(true);
      expect(covers(p, [...above, ...more].join('.'))).toBe(true);
      expect(covers([...above, ...more].join('.'), p)).toBe(false);
      // 1.2 is not above 1.23.
      expect(covers(p, `${p}3`)).toBe(false);
    }),
  );
});
