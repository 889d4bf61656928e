/** The check library (specification section 5): pure rules, the same in forms and on the server. */
export * from './battery.ts';
export { type Check, keyWith, type Raw } from './check.ts';
export * from './company.ts';
export * from './dates.ts';
export * from './machines.ts';
export * from './numbers.ts';
export * from './people.ts';
export * from './phone.ts';
export { gtin, webAddress } from './products.ts';
export * from './read-day.ts';
export * from './schema.ts';
export * from './text.ts';
