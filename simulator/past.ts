/**
 * The past of a demo fleet: months of history of devices that are already live.
 *
 * The live simulation does not wait for the past. Each system's past is simulated separately afterwards, and its
 * counters are shifted so that they end exactly where the live ones began: counters only differ by a constant, so days
 * and months are correct across the boundary.
 */
import { type Frame, HE_BAT } from '@voltloop/protocol';
import type { FleetDevice } from './demo-fleet.ts';
import { createSystem, type System, statusFrame, step } from './fleet/index.ts';
import { historyFrames } from './history.ts';
import { faultsOfDay } from './scenarios/normal-day.ts';

const DAY_MS = 86_400_000;
/** The newest days are finer and have more points than the rest. */
const FINE_DAYS = 7;
const FINE = { step_s: 300, packs_every_s: 21_600 };
const COARSE = { step_s: 900 };
/**
 * Warm-up of a system before it goes live, so that its charge fits the time of day: by then it has been full or empty
 * once, and so has its past.
 */
const WARM_MS = 4 * DAY_MS;
const WARM_STEP_S = 900;
/** Coarser steps are unstable. */
const MAX_STEP_S = 150;
const counters = HE_BAT.points.filter((p) => p.kind === 'counter' && p.part === 'system').map((p) => p.key);
/** Points that are shifted by a constant in the past, so that they end at the first values of the live system. */
const joined = [...counters, 'M_CYCLES', 'M_SOH', 'M_CAP_AH'];
/** Points of status frames in the past. Others have no history before the fleet went live. */
const coarseKeys = [
  'M_CAP_RATED',
  'M_CAP_AH',
  'M_PACK_NUM',
  'M_PACK_ONLINE',
  'M_SOC',
  'M_SOH',
  'M_VOLT',
  'M_CURR',
  'M_POWER',
  'M_CYCLES',
  'M_CELL_V_DIFF',
  'M_CELL_T_MAX',
  'E_PV_P',
  'E_GRID_P',
  'E_LOAD_P',
  'E_BAT_P',
  ...counters,
];
/** The same for the newest `FINE_DAYS`, which also have frames of packs with all their points. */
const fineKeys = [
  ...coarseKeys,
  'M_CELL_V_MAX',
  'M_CELL_V_MIN',
  'M_CELL_T_MIN',
  'M_CELL_T_AVG',
  'M_ENV_T',
  'M_STATE',
  'M_CAP_REMAIN',
  'E_MODE',
  'E_GRID_MODE',
  'E_BACKUP_P',
  'E_INV_T',
  'E_GRID_V_L1',
  'E_GRID_F_L1',
];

/** Age of a device at which its counters stay positive when `days` are subtracted. */
export function aged<T extends FleetDevice>(device: T, days: number): T {
  return { ...device, age_days: device.age_days ?? 2 * days + 30 + (device.seed % 900) };
}

/** A system that has run for four days before `now_ms`. */
export function warmSystem(device: FleetDevice, now_ms: number): System {
  const system = createSystem(device, now_ms - WARM_MS);
  // Its charge was arbitrary on the first day, and so were the events.
  const settled_ms = now_ms - WARM_MS + DAY_MS;
  for (let t_ms = system.state.t_ms + WARM_STEP_S * 1000; t_ms <= now_ms; t_ms += WARM_STEP_S * 1000) {
    if (t_ms >= settled_ms) faultsOfDay(system, t_ms, { began_ms: settled_ms, live_ms: now_ms });
    step(system, WARM_STEP_S, t_ms, MAX_STEP_S);
  }
  system.state.next_status_ms = 0;
  system.state.next_pack_ms = 0;
  system.state.events = system.state.events.filter(
    ({ begin, code }) => begin >= settled_ms || code in system.state.active,
  );
  return system;
}

/** The counters, health and capacity of a live system: where its past ends. */
export const beganOf = (system: System, now_ms: number): Record<string, number> =>
  joinedOf(statusFrame(system, now_ms));

/** One system's frames from `from_ms` to `to_ms`, counters ending at `began`. */
export function pastFrames(
  device: FleetDevice,
  from_ms: number,
  to_ms: number,
  began: Record<string, number>,
): Frame[] {
  const age_days = device.age_days === undefined ? undefined : device.age_days - (to_ms - from_ms) / DAY_MS;
  const system = createSystem({ ...device, age_days }, from_ms);
  const fine_ms = Math.max(from_ms, to_ms - FINE_DAYS * DAY_MS);
  const frames = [
    ...historyFrames(system, from_ms, fine_ms, COARSE.step_s, {
      keys: coarseKeys,
      longest_step_s: MAX_STEP_S,
    }),
    ...historyFrames(system, fine_ms, to_ms, FINE.step_s, {
      keys: fineKeys,
      packs_every_s: FINE.packs_every_s,
      longest_step_s: MAX_STEP_S,
    }),
  ];
  const last = joinedOf(statusFrame(system, to_ms));
  for (const frame of frames) {
    frame.q = 1;
    if (!frame.data) continue;
    for (const key of joined) {
      const value = frame.data[key];
      if (value !== undefined) frame.data[key] = tenth(value + (began[key] ?? 0) - (last[key] ?? 0));
    }
  }
  return frames;
}

const tenth = (value: number): number => Math.round(value * 10) / 10;

function joinedOf(frame: Frame): Record<string, number> {
  const found: Record<string, number> = {};
  for (const key of joined) {
    const value = frame.data?.[key];
    if (value !== undefined) found[key] = value;
  }
  return found;
}
