import type { Problem } from '@voltloop/resource-kit';

/** A problem of a battery, by the key of its text in the catalogue of rules. */
export const wrong = (field: string, key: string, message: string): Problem => ({
  field,
  key: `rule.battery.${key}`,
  message,
});

/** The ends of a battery's life. */
export const closedStates: ReadonlySet<string> = new Set(['scrapped', 'recycled']);

/** Values without what is null, undefined or there twice, as texts. */
export const distinct = (values: readonly unknown[]): string[] => [
  ...new Set(values.filter((value) => typeof value === 'string')),
];
