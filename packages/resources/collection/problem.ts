import type { Problem, Values } from '@voltloop/resource-kit';

export const problem = (field: string, key: string, message: string): Problem => ({
  field,
  key: `rule.collection.${key}`,
  message,
});

export const linesOf = (row: Values, name: 'lines' | 'inspection' | 'settlement') =>
  (row[name] ?? []) as readonly Values[];
