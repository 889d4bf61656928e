import type { ChainFault } from '@voltloop/contract';
import { auditHash, HASH_FORM } from '../../../platform/audit-hash.ts';
import type { ChainRow } from './store.ts';

/** A checked row, or the beginning of a chain. */
export interface ChainPlace {
  seq: number | null;
  hash: Buffer | null;
  form: number;
}

export const CHAIN_START: ChainPlace = { seq: null, hash: null, form: 0 };

export const placeOf = (row: ChainRow): ChainPlace => ({ seq: row.seq, hash: row.hash, form: row.hash_form });

/** Whether a row contains the hash of this place. */
export const isLinked = (before: ChainPlace, row: ChainRow): boolean =>
  before.hash === null || row.prev_hash === null
    ? before.hash === row.prev_hash
    : before.hash.equals(row.prev_hash);

/** The fault of a row that is linked to its chain; null when it is valid. Pure. */
export function faultOf(before: ChainPlace, row: ChainRow): ChainFault | null {
  if (row.hash_form < before.form || row.hash_form > HASH_FORM || row.hash_form < 1) return 'form';
  if (row.left_hash) {
    // The remains of a reduced row; whether the trail records the reduction is checked elsewhere.
    return row.left_hash.equals(auditHash(row.prev_hash, row)) ? null : 'content';
  }
  // The first form hashed content that cannot be read back; see audit-hash.ts.
  if (row.hash_form === HASH_FORM && !row.hash.equals(auditHash(row.prev_hash, row))) return 'content';
  return null;
}
