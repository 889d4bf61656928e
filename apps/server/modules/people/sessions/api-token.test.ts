import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createApiTokens, isApiToken } from './api-token.ts';

const tokens = createApiTokens(Buffer.alloc(32, 1));

test('a token begins with the prefix, has the fixed length, and is hashed with SHA-256', () => {
  const { token, hash } = tokens.make();
  expect(token).toMatch(/^vlt_[A-Za-z0-9_-]{59}$/);
  expect(isApiToken(token)).toBe(true);
  expect(hash).toEqual(createHash('sha256').update(token).digest());
  expect(tokens.hashOf(token)).toEqual(hash);
  expect(tokens.make().token).not.toBe(token);
});

test('a token of another instance is rejected without a query', () => {
  const { token } = tokens.make();
  const other = createApiTokens(Buffer.alloc(32, 2)).make().token;
  const changed = `vlt_${token[4] === 'A' ? 'B' : 'A'}${token.slice(5)}`;
  const changedCheck = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
  for (const wrong of [
    other,
    changed,
    changedCheck,
    token.slice(0, -1),
    `${token}A`,
    `VLT_${token.slice(4)}`,
    '',
    'vlt_',
  ])
    expect([wrong, tokens.hashOf(wrong)]).toEqual([wrong, null]);
});

test('a session token is not an API token', () => {
  expect(isApiToken('eyJhbGciOiJIUzI1NiJ9.e30.x')).toBe(false);
});
