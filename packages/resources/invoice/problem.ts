import type { Problem, Values } from '@voltloop/resource-kit';

export const problem = (field: string, key: string, message: string): Problem => ({
  field,
  key: `rule.invoice.${key}`,
  message,
});

export const linesOf = (values: Values) => (values.lines ?? []) as readonly Values[];
