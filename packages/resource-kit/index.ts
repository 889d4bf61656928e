/** Declaration of resources of the back office, and what is derived from it: calls, checks, rights. */

export * from './additional-calls.ts';
export * from './calls.ts';
export * from './counts.ts';
export * from './document.ts';
export * from './document-calls.ts';
export * from './exact.ts';
export type { Examples, Make } from './examples.ts';
export * from './fields.ts';
export * from './home.ts';
export * from './limit-key.ts';
export * from './resource.ts';
export * from './rights.ts';
export * from './rules.ts';
export * from './schemas.ts';
export * from './tone-of-day.ts';
export { hasNotation, inNotation, inputOf } from './values.ts';
export * from './why.ts';
