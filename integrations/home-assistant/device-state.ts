import type { LiveEvents, Thing } from '@voltloop/client';

type StateUpdate = LiveEvents['state']['things'][number];

/** Energy counters by their names in the API; null if a device has none. */
export const energyPoints = {
  solar_energy_kwh: 'pv_kwh',
  load_energy_kwh: 'load_kwh',
  grid_import_energy_kwh: 'import_kwh',
  grid_export_energy_kwh: 'export_kwh',
  battery_charge_energy_kwh: 'charge_kwh',
  battery_discharge_energy_kwh: 'discharge_kwh',
} as const;
export type EnergyName = keyof typeof energyPoints;
type Counters = Record<(typeof energyPoints)[EnergyName], number | null>;
export type Energy = Record<EnergyName, number | null>;

/** Payload of a device's state topic. Home Assistant shows null as unknown. */
export interface DeviceState extends Energy {
  soc_pct: number | null;
  soh_pct: number | null;
  battery_energy_left_kwh: number | null;
  battery_power_w: number | null;
  solar_power_w: number | null;
  load_power_w: number | null;
  grid_power_w: number | null;
  grid_import_power_w: number | null;
  grid_export_power_w: number | null;
  work_state: string | null;
  online: 'ON' | 'OFF';
  problem: 'ON' | 'OFF';
  problem_details: { code: string; name: string; level: number; since: string } | Record<string, never>;
  last_report: string | null;
}

/** Status of a reporting device: online, with a fault, or in an upgrade. */
const REPORTING = [1, 2, 3];
/** Events from this level on need attention: 2 warning, 3 fault. */
const ATTENTION_LEVEL = 2;
const WORK_STATES = ['idle', 'charging', 'discharging'];

export const isOnline = ({ status }: { status: number }) => REPORTING.includes(status);

/** The newest state of a device from the live stream, merged over earlier values. */
export function applyUpdate(thing: Thing, update: StateUpdate): Thing {
  const { status, problem, active_events, devid: _, work_state, ...values } = update;
  const known = work_state as Thing['status_data']['work_state'];
  return {
    ...thing,
    status,
    problem,
    active_events,
    status_data: { ...thing.status_data, ...values, work_state: known },
  };
}

export function stateOf(thing: Thing, energy: Energy, language: 'en' | 'zh'): DeviceState {
  const { status_data: data, problem } = thing;
  const needsAttention = problem !== null && problem.level >= ATTENTION_LEVEL;
  return {
    ...energy,
    soc_pct: data.soc,
    soh_pct: data.soh,
    battery_energy_left_kwh: data.left_wh === null ? null : data.left_wh / 1000,
    battery_power_w: data.bat_power_w,
    solar_power_w: data.pv_power_w,
    load_power_w: data.load_power_w,
    grid_power_w: data.grid_power_w,
    grid_import_power_w: atLeastZero(data.grid_power_w),
    grid_export_power_w: data.grid_power_w === null ? null : atLeastZero(-data.grid_power_w),
    work_state: WORK_STATES.includes(data.work_state ?? '') ? data.work_state : null,
    online: isOnline(thing) ? 'ON' : 'OFF',
    problem: needsAttention ? 'ON' : 'OFF',
    problem_details: needsAttention
      ? {
          code: problem.code,
          name: problem.name[language],
          level: problem.level,
          since: new Date(problem.since).toISOString(),
        }
      : {},
    last_report: data.last_time === null ? null : new Date(data.last_time).toISOString(),
  };
}

// `|| 0` turns -0 into 0.
const atLeastZero = (value: number | null) => (value === null ? null : Math.max(0, value) || 0);

export const noEnergy = (): Energy =>
  Object.fromEntries(Object.keys(energyPoints).map((name) => [name, null])) as Energy;

/** Counters of the API; missing ones keep their value. */
export function energyOf(counters: Counters, before: Energy): Energy {
  const after = { ...before };
  for (const [name, key] of Object.entries(energyPoints) as [EnergyName, keyof Counters][])
    after[name] = counters[key] ?? before[name];
  return after;
}
