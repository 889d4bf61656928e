import { expect, test } from 'vitest';
import { sameInput } from './same-input.ts';

test.each([
  [{ name: '' }, { name: '', mobile: undefined }],
  [{ name: '', mobile: '' }, { name: null }],
  [{ lines: [{ kg: '1', remark: '' }] }, { lines: [{ kg: '1' }] }],
])('input that was taken back is the same: %o and %o', (a, b) => expect(sameInput(a, b)).toBe(true));

test.each([
  [{ name: 'x' }, {}],
  [{ name: '' }, { name: 'x' }],
  [{ count: 0 }, {}],
  [{ enabled: false }, {}],
  [{ lines: [{ kg: '1' }] }, { lines: [] }],
  [{ lines: ['a', 'b'] }, { lines: ['b', 'a'] }],
])('input differs: %o and %o', (a, b) => expect(sameInput(a, b)).toBe(false));
