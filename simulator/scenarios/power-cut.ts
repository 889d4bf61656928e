/** Power cuts during upgrades: once while a device downloads, once while it installs, for twenty seconds each. */
import type { SimulatedDevice } from '../device.ts';
import type { Scenario } from './scenario.ts';

const DARK_S = 20;

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
