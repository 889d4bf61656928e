import { createHmac, timingSafeEqual } from 'node:crypto';

/** Life of an access token (interpretation B33). */
export const TOKEN_LIFE_S = 30 * 60;

export interface TokenClaims {
  sessionId: string;
  accountId: string;
}

export interface Tokens {
  /** A JWT (HS256) that carries the session and the account and nothing else: rights are looked up at each call. */
  sign(claims: TokenClaims, now: Date): string;
  /** The claims of a token of ours; null when it is not. A token past its time says so with `expired`. */
  verify(token: string, now: Date): (TokenClaims & { expired: boolean }) | null;
}

const HEADER = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'JWT' })).toString('base64url');

/**
 * Signs and verifies with one key. Only our own header is accepted, letter by letter, so no token can choose its
 * algorithm. Done by hand because it runs at each call: an HMAC costs some microseconds, a trip to WebCrypto's
 * thread pool ten times that.
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
      // Compared as text: decoding would ignore what is no base64url, such as `=` or `!` at the end.
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
