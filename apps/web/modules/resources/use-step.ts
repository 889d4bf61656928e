import type { FieldError } from '@voltloop/contract/envelope.ts';
import type { Cause, Values } from '@voltloop/resource-kit';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { ApiError } from '../../api/errors.ts';
import { toast } from '../../ui/toast/toast.ts';
import type { Loaded } from './loaded.ts';
import type { StepViews } from './views.ts';

/** The error code for unconfirmed warnings (contract/codes.ts). */
const UNCONFIRMED = 4_090_003;
/** Violations of counterparty rules are shown one by one, each with a link to the counterparty. */
const RULE_PREFIX = 'rule.counterparty.';
const NO_WARNINGS: readonly FieldError[] = [];

/** The reason of an action. */
export interface ActionReason {
  cause: Cause;
  reason?: string;
}

/**
 * Takes steps of a life cycle, with the typed reason and the warnings that the previous attempt returned.
 * @param invalidate Refetches the rows.
 * @param onRefused Called with the rows that caused a refusal of several.
 * @param views Of the row's page.
 */
export function useStep(
  { calls }: Loaded,
  invalidate: () => void,
  onRefused: ((ids: ReadonlySet<string>) => void) | undefined,
  views: StepViews | undefined,
) {
  const [reason, setReason] = useState('');
  const [warnings, setWarnings] = useState(NO_WARNINGS);
  const [refused, setRefused] = useState(false);
  /** @returns false if there are warnings to confirm first */
  const step = async (
    name: string,
    ids: readonly string[],
    values?: Values,
    because?: ActionReason,
  ): Promise<boolean> => {
    const why = reason.trim();
    const confirmed =
      warnings.length > 0 ? { confirmed: warnings.map(({ path, key }) => ({ path, key })) } : {};
    try {
      await views?.before(name);
      if (calls.step)
        await call(calls.step, {
          body: {
            ids: [...ids],
            step: name,
            ...confirmed,
            ...(why ? { reason: why } : {}),
            ...because,
            ...(values ? { values } : {}),
          },
        });
    } catch (error) {
      if (
        error instanceof ApiError &&
        (error.code === UNCONFIRMED || error.fields.some(({ key, of }) => of || key.startsWith(RULE_PREFIX)))
      ) {
        setWarnings(error.fields);
        const refuses = error.code !== UNCONFIRMED;
        setRefused(refuses);
        // Refused rows stay selected for review.
        const these = new Set(error.fields.flatMap(({ of }) => of?.id ?? []));
        if (refuses && these.size > 0) onRefused?.(these);
        return false;
      }
      // The row's state may have changed meanwhile: refetch it.
      invalidate();
      views?.onRefused(error);
      throw error;
    }
    invalidate();
    toast.success({ ns: 'backoffice', key: 'step.done', values: { count: String(ids.length) } });
    return true;
  };
  return {
    step,
    reason,
    setReason,
    warnings,
    /** Whether the warnings cannot be confirmed. */
    refused,
    forget: () => {
      setReason('');
      setWarnings(NO_WARNINGS);
    },
  };
}
