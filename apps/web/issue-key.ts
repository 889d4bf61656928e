import type { $ZodRawIssue } from 'zod/v4/core';

/**
 * The catalogue key of a zod issue with the limit that was exceeded, such as `check.maxLength?max=50`, as the form
 * library passes on only the message. Undefined without a more precise text than that of the issue's code.
 */
export function issueKey(issue: $ZodRawIssue): string | undefined {
  const { code, input, origin } = issue;
  const isText = origin === 'string';
  const isNumber = origin === 'number' || origin === 'int';
  // Also an empty list.
  if (String(input ?? '') === '')
    return code === 'invalid_type' || code === 'invalid_value' || code === 'too_small'
      ? 'resource.required'
      : undefined;
  if (code === 'invalid_type' && issue.expected === 'number') return 'validation.letters';
  if (code === 'invalid_type' && issue.expected === 'int') return 'check.integer';
  if (!issue.inclusive) return undefined;
  if (code === 'too_small' && isText) return `check.minLength?min=${issue.minimum}`;
  if (code === 'too_small' && isNumber) return `check.min?min=${issue.minimum}`;
  if (code === 'too_big' && isText) return `check.maxLength?max=${issue.maximum}`;
  if (code === 'too_big' && isNumber) return `validation.max?max=${issue.maximum}`;
  return undefined;
}
