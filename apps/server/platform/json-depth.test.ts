import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTooDeep, MAX_JSON_DEPTH } from './json-depth.ts';

const nested = (levels: number, inner: string) => '['.repeat(levels) + inner + ']'.repeat(levels);

test('the limit is the depth of arrays and objects together', () => {
  expect(isTooDeep(nested(MAX_JSON_DEPTH, '1'))).toBe(false);
  expect(isTooDeep(nested(MAX_JSON_DEPTH, '{}'))).toBe(true);
  expect(isTooDeep('{"a":'.repeat(MAX_JSON_DEPTH + 1))).toBe(true);
});

test('siblings, and brackets in texts, do not count', () => {
  expect(isTooDeep(JSON.stringify(Array.from({ length: 1000 }, () => [{}])))).toBe(false);
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('[', '{', '"', '\\', ']', 'a') }), (text) => {
      expect(isTooDeep(JSON.stringify({ [text]: [text] }))).toBe(false);
    }),
  );
});
