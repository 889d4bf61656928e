/** Boards are replaced: the counters of one device in four restart at zero, once in every half hour. */
import { resetCounters, restart } from '../fleet/index.ts';
import { uniform } from '../fleet/random.ts';
import type { Scenario } from './scenario.ts';

const CYCLE_S = 1800;

export function counterReset(): Scenario {
  const done = new Map<string, number>();
  return {
    name: 'counter-reset',
    act(device, index, elapsed_s, now_ms) {
      if (index % 4 !== 0) return;
      const cycle = Math.floor(elapsed_s / CYCLE_S);
      const at_s = 90 + 600 * uniform(device.system.spec.seed, cycle);
      if (elapsed_s - cycle * CYCLE_S < at_s || done.get(device.devid) === cycle) return;
      done.set(device.devid, cycle);
      resetCounters(device.system);
      restart(device.system, now_ms);
    },
  };
}
