/** An unreliable connection: one device in three drops without notice, for one to three minutes in every ten. */
import { uniform } from '../fleet/random.ts';
import type { Scenario } from './scenario.ts';

const CYCLE_S = 600;

export function offlineFlap(): Scenario {
  return {
    name: 'offline-flap',
    act(device, index, elapsed_s) {
      if (index % 3 !== 0) return;
      const { seed } = device.system.spec;
      const cycle = Math.floor(elapsed_s / CYCLE_S);
      const from_s = 20 + 300 * uniform(seed, 2 * cycle);
      const until_s = from_s + 60 + 120 * uniform(seed, 2 * cycle + 1);
      const at_s = elapsed_s - cycle * CYCLE_S;
      if (at_s >= from_s && at_s < until_s) device.cutConnection();
      else device.restoreConnection();
    },
  };
}
