import { createHmac, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { jwtVerify } from 'jose';
import { describe, expect, test } from 'vitest';
import { createTokens, TOKEN_LIFE_S } from './token.ts';

const key = randomBytes(32);
const tokens = createTokens(key);
const now = new Date('2026-03-01T10:00:00Z');
const later = (s: number) => new Date(now.getTime() + s * 1000);
const claims = { sessionId: 'a session', accountId: 'an account' };
const token = tokens.sign(claims, now);

describe('a token', () => {
  test('is a JWT that other software verifies', async () => {
    const { payload, protectedHeader } = await jwtVerify(token, key, { currentDate: now });
    expect(protectedHeader).toEqual({ alg: 'HS256', typ: 'JWT' });
    expect(payload).toEqual({
      sid: 'a session',
      sub: 'an account',
      iat: now.getTime() / 1000,
      exp: now.getTime() / 1000 + TOKEN_LIFE_S,
    });
  });
  test('lives thirty minutes', () => {
    expect(tokens.verify(token, later(1799))).toEqual({ ...claims, expired: false });
    expect(tokens.verify(token, later(1800))).toEqual({ ...claims, expired: true });
  });
  test('of another key is refused', () => {
    expect(createTokens(randomBytes(32)).verify(token, now)).toBeNull();
  });
  test('cannot choose its algorithm', () => {
    const part = (x: object) => Buffer.from(JSON.stringify(x)).toString('base64url');
    const payload = token.split('.')[1];
    for (const header of [{ alg: 'none' }, { alg: 'none', typ: 'JWT' }, { alg: 'HS512', typ: 'JWT' }]) {
      const text = `${part(header)}.${payload}`;
      const hash = header.alg === 'HS512' ? 'sha512' : 'sha256';
      for (const mac of ['', createHmac(hash, key).update(text).digest('base64url')]) {
        expect(tokens.verify(`${text}.${mac}`, now)).toBeNull();
      }
    }
  });
  test('with any character changed is refused', () => {
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.constantFrom(...'ABab01-_.'), (at, c) => {
        fc.pre(token[at] !== c);
        expect(tokens.verify(token.slice(0, at) + c + token.slice(at + 1), now)).toBeNull();
      }),
    );
  });
  test.each(['=', '==', '!!!', ' ', '\n', '.'])('followed by %j is refused', (more) => {
    expect(tokens.verify(token + more, now)).toBeNull();
  });
  test('of arbitrary text is refused without an exception', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(tokens.verify(text, now)).toBeNull();
      }),
    );
  });
});
