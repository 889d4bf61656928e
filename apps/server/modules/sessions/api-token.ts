import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** What every API token begins with, so that scanners for secrets find those that were left somewhere. */
const PREFIX = 'vlt_';
const RANDOM_BYTES = 32;
const CHECK_CHARACTERS = 16;
/** The prefix, 256 random bits and 96 of the check, both in base64url. */
const SHAPE = /^vlt_[\w-]{59}$/;

/** Whether a bearer token means to be an API token: no token of a session begins like this. */
export const isApiToken = (token: string): boolean => token.startsWith(PREFIX);

/**
 * Creates and recognises API tokens. Its last characters are a check under a key of the instance: what somebody makes up is
 * refused without a question to the database, and counts against the address that it came from.
 */
export interface ApiTokens {
  make(): { token: string; hash: Buffer };
  /** The SHA-256 of a token that this instance has made; null for anything else. Whether it is still valid is checked elsewhere. */
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
