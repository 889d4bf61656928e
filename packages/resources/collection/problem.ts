import { problemOf, type Values } from '@voltloop/resource-kit';

export const problem = problemOf('collection');

export const linesOf = (row: Values, name: 'lines' | 'inspection' | 'settlement') =>
  (row[name] ?? []) as readonly Values[];
