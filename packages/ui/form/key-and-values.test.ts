import { describe, expect, it } from 'vitest';
import { keyAndValues } from './key-and-values.ts';

describe('what a check said', () => {
  it.each([
    ['check.required', 'check.required', {}],
    ['check.range?min=-1.5&max=5', 'check.range', { min: '-1.5', max: '5' }],
    ['', '', {}],
    ['check.text?of=a%26b', 'check.text', { of: 'a&b' }],
  ])('%j is the key %j with %j', (said, key, values) => expect(keyAndValues(said)).toEqual({ key, values }));
});
