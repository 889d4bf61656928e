import type { z } from 'zod';
import type { Check } from './check.ts';

/**
 * A schema whose value also passes these checks, in this order, up to the first that is wrong: its key becomes the
 * message of the issue. @example checked(z.string(), required(50), trimmed)
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
