/** One system in five loses its cooling: warning, alarm, protection, then cool again, repeatedly. */
import type { Scenario } from './scenario.ts';

const CYCLE_S = 2400;
const HEAT_S = 780;
/** About 3 K a minute in a pack. */
const HEAT_W = 2500;
const COOL_W = -2500;

export function overheat(): Scenario {
  return {
    name: 'overheat',
    act(device, index, elapsed_s) {
      if (index % 5 !== 0) return;
      const { state } = device.system;
      const hot = elapsed_s % CYCLE_S < HEAT_S;
      const warm = state.packs.some((p) => p.temp_c > 25);
      state.provoked.heat_w = hot ? HEAT_W : warm ? COOL_W : 0;
    },
  };
}
