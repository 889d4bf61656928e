import { problemOf } from '@voltloop/resource-kit';

/** A problem of a battery; `key` is that of its text in the catalogue of rules. */
export const wrong = problemOf('battery');

/** The final states of a battery. */
export const closedStates: ReadonlySet<string> = new Set(['scrapped', 'recycled']);

/** The distinct texts among the values; null and undefined are left out. */
export const distinct = (values: readonly unknown[]): string[] => [
  ...new Set(values.filter((value) => typeof value === 'string')),
];
