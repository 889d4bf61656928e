import type { ChainFault } from '@voltloop/contract';
import { auditHash, HASH_FORM } from '../../platform/audit-hash.ts';
import type { ChainRow } from './store.ts';

/** The position of a chain check: the row before the next one. */
export interface ChainPlace {
  seq: number | null;
  hash: Buffer | null;
  form: number;
}

export const CHAIN_START: ChainPlace = { seq: null, hash: null, form: 0 };

export const placeOf = (row: ChainRow): ChainPlace => ({ seq: row.seq, hash: row.hash, form: row.hash_form });

/** The fault of a row, given the row before it; null when it is valid. Pure. */
export function faultOf(before: ChainPlace, row: ChainRow): ChainFault | null {
  if (before.seq === null && row.prev_hash !== null) return 'start';
  if (!sameHash(before.hash, row.prev_hash)) return 'link';
  if (row.hash_form < before.form || row.hash_form > HASH_FORM || row.hash_form < 1) return 'form';
  if (row.left_hash) {
    // The remains of a reduced row; whether the trail records the reduction is checked elsewhere.
    return row.left_hash.equals(auditHash(row.prev_hash, row)) ? null : 'content';
  }
  // The first form hashed content that cannot be read back; see audit-hash.ts.
  if (row.hash_form === HASH_FORM && !row.hash.equals(auditHash(row.prev_hash, row))) return 'content';
  return null;
}

function sameHash(a: Buffer | null, b: Buffer | null): boolean {
  return a === null || b === null ? a === b : a.equals(b);
}
