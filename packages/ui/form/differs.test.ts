import { describe, expect, it } from 'vitest';
import { differs } from './differs.ts';

describe('input that was taken back', () => {
  it('is no change, also in a field without an initial value', () => {
    expect(differs({ name: '', mobile: undefined }, { name: '' })).toBe(false);
    expect(differs({ name: '', mobile: '' }, { name: '' })).toBe(false);
    expect(differs({ desc: { city: '' } }, { desc: { city: null } })).toBe(false);
    expect(differs({ b: 1, a: 2 }, { a: 2, b: 1 })).toBe(false);
  });

  it('is a change as long as anything remains', () => {
    expect(differs({ name: 'x' }, { name: '' })).toBe(true);
    expect(differs({ name: '' }, { name: 'x' })).toBe(true);
    expect(differs({ on: false }, { on: true })).toBe(true);
    expect(differs({ lines: [{ a: 1 }, {}] }, { lines: [{ a: 1 }] })).toBe(true);
  });
});
