import { createHash, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Db } from '../../../platform/db.ts';
import { signingKey } from '../../../platform/secret-box.ts';
import { anyAccount } from './store.ts';

/** Crockford's Base32: without letters that are mistaken for digits. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 12;

/**
 * The code that proves that the creator of the first account has started the instance: SETUP_CODE, or 60 bits derived
 * from the instance's key, so that every node prints the same and none stores it.
 */
export async function setupCode(db: Db, given: string | undefined): Promise<string> {
  if (given !== undefined) return given;
  const bytes = new Uint8Array(hkdfSync('sha256', await signingKey(db), '', 'voltloop setup code', LENGTH));
  const letters = Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join('');
  return letters.match(/.{4}/g)?.join('-') ?? letters;
}

/** The code for the first start of an instance; null once it has an account. */
export async function codeToShow(db: Db, given: string | undefined): Promise<string | null> {
  return (await anyAccount(db)) ? null : setupCode(db, given);
}

/** Whether a typed code is the expected one, ignoring case and dashes. */
export function sameCode(typed: string, expected: string): boolean {
  const digest = (code: string) =>
    createHash('sha256').update(code.toUpperCase().replace(/[\s-]/g, '')).digest();
  return timingSafeEqual(digest(typed), digest(expected));
}
