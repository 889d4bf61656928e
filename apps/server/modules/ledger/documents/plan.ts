import type { FieldError } from '@voltloop/contract';
import type { AuditEntry } from '../../../platform/audit.ts';
import type { Move } from '../stock/index.ts';
import type { Line, Totals } from './lines.ts';

/** The result of planning a document. */
export interface Plan {
  moves: Move[];
  /** Audit rows of created or changed batteries. */
  entries: readonly AuditEntry[];
  /** Totals of the header, if different from the sums of the moves. */
  totals?: Pick<Totals, 'pieces' | 'kg'>;
  /** Warnings that a person must confirm before posting. */
  warnings?: readonly FieldError[];
  /** The lines to report, if not all. */
  reported?: readonly Line[];
}
