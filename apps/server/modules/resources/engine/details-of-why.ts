import type { StepInput } from './core.ts';

/** What the audit trail says of a reason: the cause that was chosen and the words that were written, where there are any. */
export const detailsOfWhy = ({ cause, reason }: Pick<StepInput, 'cause' | 'reason'>) => ({
  ...(cause ? { cause } : {}),
  ...(reason ? { reason } : {}),
});
