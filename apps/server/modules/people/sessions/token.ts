import { createHmac, timingSafeEqual } from 'node:crypto';

/** Life of an access token (interpretation B33). */
export const TOKEN_LIFE_S = 30 * 60;

export interface TokenClaims {
  sessionId: string;
  accountId: string;
}

export interface Tokens {
  /** A JWT (HS256) that contains only the session and the account: rights are looked up at each call. */
  sign(claims: TokenClaims, now: Date): string;
  /** The claims of a valid token; null for any other. An expired token has `expired`. */
  verify(token: string, now: Date): (TokenClaims & { expired: boolean }) | null;
}

const HEADER = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'JWT' })).toString('base64url');

/**
 * Signs and verifies with one key. Only our exact header is accepted, so no token can choose its algorithm.
 * Hand-written because it runs at each call: an HMAC takes some microseconds, a trip to WebCrypto's thread pool ten
 * times that.
 */
export function createTokens(key: Buffer): Tokens {
  const signature = (text: string) => createHmac('sha256', key).update(text).digest('base64url');
  return {
    sign({ sessionId, accountId }, now) {
      const iat = Math.floor(now.getTime() / 1000);
      const claims = { sid: sessionId, sub: accountId, iat, exp: iat + TOKEN_LIFE_S };
      const text = `${HEADER}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
      return `${text}.${signature(text)}`;
    },
    verify(token, now) {
      const parts = token.split('.');
      if (parts.length !== 3 || parts[0] !== HEADER) return null;
      // Compared as text: decoding would ignore characters outside base64url, such as a trailing `=` or `!`.
      const given = Buffer.from(parts[2] ?? '');
      const expected = Buffer.from(signature(`${parts[0]}.${parts[1]}`));
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
      const claims = JSON.parse(Buffer.from(parts[1] ?? '', 'base64url').toString()) as {
        sid: string;
        sub: string;
        exp: number;
      };
      return {
        sessionId: claims.sid,
        accountId: claims.sub,
        expired: claims.exp * 1000 <= now.getTime(),
      };
    },
  };
}
