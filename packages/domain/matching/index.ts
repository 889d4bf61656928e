export type { Member } from './columns.ts';
export { houseLimits, type Limits, type Measure, measures } from './limits.ts';
export { type MatchedPack, type MatchResult, type MatchTask, match, type Spreads } from './match.ts';
export { randomFrom } from './random.ts';
