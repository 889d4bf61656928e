/** The scenarios by name; each call of a factory starts a new one. */
import { counterReset, lateData, offlineFlap, overheat, powerCut } from './disturbances.ts';
import { normalDay } from './normal-day.ts';
import type { Scenario } from './scenario.ts';

export type { Scenario } from './scenario.ts';

export const scenarios: ReadonlyMap<string, () => Scenario> = new Map([
  ['normal-day', normalDay],
  ['overheat', overheat],
  ['offline-flap', offlineFlap],
  ['counter-reset', counterReset],
  ['late-data', lateData],
  ['power-cut', powerCut],
]);
