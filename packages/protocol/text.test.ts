import { expect, test } from 'vitest';
import { cutText } from './text.ts';

test.each([
  ['abc', 3, 'abc'],
  ['abc', 2, 'ab'],
  ['a😀b', 2, 'a'],
  ['a😀b', 3, 'a😀'],
  ['', 0, ''],
  ['😀', 1, ''],
])('%j cut to %d units is %j', (text, max, cut) => expect(cutText(text, max)).toBe(cut));
