export type { Member } from './columns.ts';
export { houseLimits, type Limits, measures } from './limits.ts';
export { type MatchResult, type MatchTask, match } from './match.ts';
export { randomFrom } from './random.ts';
