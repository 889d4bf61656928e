import type { SimulatedDevice } from '../device.ts';
import { resetCounters, restart } from '../fleet/index.ts';
import { uniform } from '../fleet/random.ts';
import type { Scenario } from './scenario.ts';

/** What disturbs a fleet besides the weather: each is a scenario. */

const OVERHEAT_CYCLE_S = 2400;
const HEAT_S = 780;
/** About 3 K a minute in a pack. */
const HEAT_W = 2500;
const COOL_W = -2500;

/** One system in five loses its cooling: warning, alarm, protection, then cool again, repeatedly. */
export function overheat(): Scenario {
  return {
    name: 'overheat',
    act(device, index, elapsed_s) {
      if (index % 5 !== 0) return;
      const { state } = device.system;
      const hot = elapsed_s % OVERHEAT_CYCLE_S < HEAT_S;
      const warm = state.packs.some((p) => p.temp_c > 25);
      state.provoked.heat_w = hot ? HEAT_W : warm ? COOL_W : 0;
    },
  };
}

const FLAP_CYCLE_S = 600;

/** An unreliable connection: one device in three drops without notice, for one to three minutes in every ten. */
export function offlineFlap(): Scenario {
  return {
    name: 'offline-flap',
    act(device, index, elapsed_s) {
      if (index % 3 !== 0) return;
      const { seed } = device.system.spec;
      const cycle = Math.floor(elapsed_s / FLAP_CYCLE_S);
      const from_s = 20 + 300 * uniform(seed, 2 * cycle);
      const until_s = from_s + 60 + 120 * uniform(seed, 2 * cycle + 1);
      const at_s = elapsed_s - cycle * FLAP_CYCLE_S;
      if (at_s >= from_s && at_s < until_s) device.cutConnection();
      else device.restoreConnection();
    },
  };
}

const RESET_CYCLE_S = 1800;

/** Boards are replaced: the counters of one device in four restart at zero, once in every half hour. */
export function counterReset(): Scenario {
  const done = new Map<string, number>();
  return {
    name: 'counter-reset',
    act(device, index, elapsed_s, now_ms) {
      if (index % 4 !== 0) return;
      const cycle = Math.floor(elapsed_s / RESET_CYCLE_S);
      const at_s = 90 + 600 * uniform(device.system.spec.seed, cycle);
      if (elapsed_s - cycle * RESET_CYCLE_S < at_s || done.get(device.devid) === cycle) return;
      done.set(device.devid, cycle);
      resetCounters(device.system);
      restart(device.system, now_ms);
    },
  };
}

const LATE_CYCLE_S = 300;
const HOLD_S = 180;

/**
 * Late data: every second device holds its frames back for three minutes of five, then sends them newest first and
 * twice.
 */
export function lateData(): Scenario {
  return {
    name: 'late-data',
    act(device, index, elapsed_s) {
      if (index % 2 !== 0) return;
      device.delivery.hold = (elapsed_s + 37 * index) % LATE_CYCLE_S < HOLD_S;
      device.delivery.newestFirst = true;
      device.delivery.twice = true;
    },
  };
}

const DARK_S = 20;

/** Power cuts during upgrades: once while a device downloads, once while it installs, for twenty seconds each. */
export function powerCut(): Scenario {
  /** Completed cuts of each device, and the end of its current one. */
  const past = new Map<SimulatedDevice, { cuts: Set<string>; until_s: number }>();
  return {
    name: 'power-cut',
    act(device, _index, elapsed_s) {
      const mine = past.get(device) ?? { cuts: new Set<string>(), until_s: 0 };
      past.set(device, mine);
      if (mine.until_s > 0) {
        if (elapsed_s < mine.until_s) return;
        mine.until_s = 0;
        device.restoreConnection();
        return;
      }
      const now = device.upgrader?.progress;
      if (!now) {
        mine.cuts.clear();
        return;
      }
      if (now.progress < 30 || mine.cuts.has(now.state)) return;
      mine.cuts.add(now.state);
      mine.until_s = elapsed_s + DARK_S;
      device.cutConnection();
    },
  };
}
