import { describe, expect, it } from 'vitest';
import { keyAndValues } from './key-and-values.ts';

describe('the key of a check', () => {
  it.each([
    ['check.required', 'check.required', {}],
    ['check.range?min=-1.5&max=5', 'check.range', { min: '-1.5', max: '5' }],
    ['check.range?min=0.001&max=10000000', 'check.range', { min: '0.001', max: '10,000,000' }],
    ['rule.x?net=1000', 'rule.x', { net: '1000' }],
    ['', '', {}],
    ['check.text?of=a%26b', 'check.text', { of: 'a&b' }],
    ['rule.x?of_zh=%E7%94%B2&of_en=A', 'rule.x', { of: 'A', of_zh: '甲' }],
  ])('%j is the key %j with %j', (text, key, values) => expect(keyAndValues(text)).toEqual({ key, values }));

  it('has values in the language of the user', () => {
    expect(keyAndValues('rule.x?of_zh=%E7%94%B2&of_en=A', 'zh').values).toMatchObject({ of: '甲' });
  });
});
