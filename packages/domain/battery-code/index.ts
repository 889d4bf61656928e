/** Battery codes (GB/T 34014-2017): parsing, warnings and repair. */
export type { Words } from '../words.ts';
export * from './check.ts';
export * from './dates.ts';
export * from './explain.ts';
export * from './generate.ts';
export * from './layout.ts';
export * from './makers.ts';
export * from './meanings.ts';
export * from './normalise.ts';
export * from './parse.ts';
export * from './repair.ts';
export * from './warnings.ts';
