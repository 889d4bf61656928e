import { problemOf, type Values } from '@voltloop/resource-kit';

export const problem = problemOf('invoice');

export const linesOf = (values: Values) => (values.lines ?? []) as readonly Values[];
