/** Option lists of the product: values, names, lookups, and dependencies between them. */
export * from './battery-choices.ts';
export * from './coordinate.ts';
export * from './lists.ts';
export * from './lookup.ts';
