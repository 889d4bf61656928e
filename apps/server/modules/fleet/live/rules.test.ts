import { describe, expect, it } from 'vitest';
import { isConcerned, tokenEnd_ms } from './rules.ts';

const token = (claims: unknown) => `Bearer h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;

describe('tokenEnd_ms', () => {
  it('returns the expiry of a token', () => {
    expect(tokenEnd_ms(token({ exp: 1_763_700_000 }))).toBe(1_763_700_000_000);
  });

  it.each([
    [undefined],
    ['Basic abc'],
    ['Bearer x'],
    ['Bearer a.%%%.c'],
    [token({})],
    [token({ exp: 'soon' })],
  ])('returns null for %s', (header) => {
    expect(tokenEnd_ms(header)).toBeNull();
  });
});

describe('isConcerned', () => {
  const stream = { sessionId: 's1', accountId: 'a1' };
  it.each([
    ['session:s1', true],
    ['session:s2', false],
    ['account:a1', true],
    ['account:a2', false],
    ['all', true],
  ])('%s: %s', (notice, expected) => {
    expect(isConcerned(notice, stream)).toBe(expected);
  });
});
