import type { StepInput } from './core.ts';

/** The reason in the audit trail: the chosen cause and the written text, where present. */
export const detailsOfWhy = ({ cause, reason }: Pick<StepInput, 'cause' | 'reason'>) => ({
  ...(cause ? { cause } : {}),
  ...(reason ? { reason } : {}),
});
