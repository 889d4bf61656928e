/**
 * Late data: every second device holds its frames back for three minutes of five, then sends them newest first and
 * twice.
 */
import type { Scenario } from './scenario.ts';

const CYCLE_S = 300;
const HOLD_S = 180;

export function lateData(): Scenario {
  return {
    name: 'late-data',
    act(device, index, elapsed_s) {
      if (index % 2 !== 0) return;
      device.delivery.hold = (elapsed_s + 37 * index) % CYCLE_S < HOLD_S;
      device.delivery.newestFirst = true;
      device.delivery.twice = true;
    },
  };
}
