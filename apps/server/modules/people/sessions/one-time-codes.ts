import { createHash, randomBytes } from 'node:crypto';

/** Codes that are shown once and stored as a hash. They have enough random bits for a plain SHA-256. */

/** Without the letters that people mistake for digits (Crockford's base 32). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const RECOVERY_LENGTH = 16;
export const RECOVERY_CODES = 10;

export const codeHash = (code: string): Buffer => createHash('sha256').update(code).digest();

/** Ten recovery codes of 80 random bits: `9G2K-…` in four groups of four. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    // 32 divides 256: all letters are equally likely.
    const letters = [...randomBytes(RECOVERY_LENGTH)].map((b) => ALPHABET[b % ALPHABET.length]);
    return letters.join('').replace(/(.{4})(?=.)/g, '$1-');
  });
}

/** The normalised form of a recovery code that is hashed; null when it cannot be one. */
export function plainRecoveryCode(typed: string): string | null {
  const plain = typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  return plain.length === RECOVERY_LENGTH && [...plain].every((c) => ALPHABET.includes(c)) ? plain : null;
}

/** A code for one sign-in on another device: 192 random bits, which cannot be guessed within its minute. */
export const newLoginCode = (): string => randomBytes(24).toString('base64url');
