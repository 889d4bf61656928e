import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** Prefix of every API token, so that secret scanners find leaked ones. */
const PREFIX = 'vlt_';
const RANDOM_BYTES = 32;
const CHECK_CHARACTERS = 16;
/** The prefix, then 256 random bits and a 96-bit check, both in base64url. */
const SHAPE = /^vlt_[\w-]{59}$/;

/** Whether a bearer token has the form of an API token; session tokens never begin with the prefix. */
export const isApiToken = (token: string): boolean => token.startsWith(PREFIX);

/**
 * Creates and recognises API tokens. The last characters are a check keyed by the instance: an invented token is
 * refused without a query to the database, and counts against the address it came from.
 */
export interface ApiTokens {
  make(): { token: string; hash: Buffer };
  /** The SHA-256 of a token that this instance issued; null for any other. Does not check whether it is still valid. */
  hashOf(token: string): Buffer | null;
}

export function createApiTokens(signingKey: Buffer): ApiTokens {
  const key = Buffer.from(hkdfSync('sha256', signingKey, '', 'voltloop API tokens', 32));
  const check = (text: string) =>
    createHmac('sha256', key).update(text).digest('base64url').slice(0, CHECK_CHARACTERS);
  const hash = (token: string) => createHash('sha256').update(token).digest();
  return {
    make() {
      const text = PREFIX + randomBytes(RANDOM_BYTES).toString('base64url');
      const token = text + check(text);
      return { token, hash: hash(token) };
    },
    hashOf(token) {
      if (!SHAPE.test(token)) return null;
      const given = Buffer.from(token.slice(-CHECK_CHARACTERS));
      if (!timingSafeEqual(given, Buffer.from(check(token.slice(0, -CHECK_CHARACTERS))))) return null;
      return hash(token);
    },
  };
}
