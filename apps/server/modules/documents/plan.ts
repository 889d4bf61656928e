import type { FieldError } from '@voltloop/contract';
import type { AuditEntry } from '../../platform/audit.ts';
import type { Move } from '../stock/index.ts';
import type { Line, Totals } from './lines.ts';

/** What posting a document writes. */
export interface Plan {
  moves: Move[];
  /** Audit rows of batteries that are made or changed. */
  entries: readonly AuditEntry[];
  /** Of the header, where they are not the sums of the moves. */
  totals?: Pick<Totals, 'pieces' | 'kg'>;
  /** What a person confirms before it is posted. */
  warnings?: readonly FieldError[];
  /** Lines that are reported, where they are not all. */
  reported?: readonly Line[];
}
