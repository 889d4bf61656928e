import type { z } from 'zod';
import type { Check } from './check.ts';

/**
 * A schema whose value must also pass these checks, in order; the key of the first failure becomes the message of the
 * issue.
 * @example checked(z.string(), required(50), trimmed)
 */
export function checked<S extends z.ZodType>(schema: S, ...checks: Check<z.output<S>>[]): S {
  return schema.superRefine((value, ctx) => {
    for (const check of checks) {
      const message = check(value);
      if (message === null) continue;
      ctx.addIssue({ code: 'custom', message });
      return;
    }
  }) as S;
}
