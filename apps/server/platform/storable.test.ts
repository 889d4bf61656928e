import { expect, test } from 'vitest';
import { readJson, storableJson, storableText } from './storable.ts';

test('text that can be stored has no NUL and only whole characters', () => {
  expect(storableText('a\0b\udc00c😀')).toBe('ab\ufffdc😀');
});

test('JSON is cleaned in every text and key, and keeps the rest', () => {
  expect(readJson('{"a\\u0000": ["\\udc00", 1, null, {"b": "x"}], "__proto__": 1}')).toEqual(
    JSON.parse('{"a": ["\ufffd", 1, null, {"b": "x"}], "__proto__": 1}'),
  );
  expect(storableJson(undefined)).toBeUndefined();
  expect(readJson('<html>')).toBeNull();
});
