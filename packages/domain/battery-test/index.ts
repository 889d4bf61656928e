export * from './grading.ts';
export * from './health.ts';
export { roundTo } from './rounding.ts';
