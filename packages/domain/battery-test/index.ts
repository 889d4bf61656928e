export { proposalOf, type Reading } from './from-telemetry.ts';
export * from './grading.ts';
export * from './health.ts';
export { roundTo } from './rounding.ts';
export { type UsableEnergy, usableEnergyOf } from './usable-energy.ts';
