/** Pure: the current energy flow of a house in one sentence. */
import { chargeOf, type SharedCharge } from '@voltloop/domain/charge/charge.ts';

export interface Now {
  pv_w: number;
  /** + discharging */
  battery_w: number;
  /** + importing */
  grid_w: number;
  load_w: number;
  soc_pct: number | null;
}

/** The source that covers nearly all of a load. */
export type Supply =
  | 'solar'
  | 'battery'
  | 'grid'
  | 'solarBattery'
  | 'solarGrid'
  | 'batteryGrid'
  | 'all'
  | 'idle';
export type BatteryWord = 'charging' | 'discharging' | 'full' | 'empty' | 'idle';

/** Minimum share of the load from which a source counts. */
const PART = 0.1;
const IDLE_W = 30;

/** The sources of the load: sun first, then battery, then grid, as a self-use inverter does. */
export function supplyOf({ pv_w, battery_w, grid_w, load_w }: Now): Supply {
  if (load_w < IDLE_W) return 'idle';
  const solar = Math.min(Math.max(pv_w, 0), load_w);
  const battery = Math.min(Math.max(battery_w, 0), load_w - solar);
  const grid = Math.min(Math.max(grid_w, 0), load_w - solar - battery);
  const [s, b, g] = [solar, battery, grid].map((each) => each > load_w * PART);
  if (s && b && g) return 'all';
  if (s && b) return 'solarBattery';
  if (s && g) return 'solarGrid';
  if (b && g) return 'batteryGrid';
  return s ? 'solar' : b ? 'battery' : 'grid';
}

export function batteryWord({ battery_w, soc_pct }: Now): BatteryWord {
  if (battery_w < -IDLE_W) return 'charging';
  if (battery_w > IDLE_W) return 'discharging';
  if (soc_pct !== null && soc_pct >= 99) return 'full';
  return soc_pct !== null && soc_pct <= 5 ? 'empty' : 'idle';
}

interface Reported {
  status: number;
  status_data: {
    soc: number | null;
    left_wh: number | null;
    rated_wh: number | null;
    pv_power_w: number | null;
    bat_power_w: number | null;
    grid_power_w: number | null;
    load_power_w: number | null;
    last_time: number | null;
  };
}

/** The sum of several devices; null while none of them reports. */
export function nowOf(things: readonly Reported[]): (Now & SharedCharge & { as_of: number | null }) | null {
  const online = things.filter(
    ({ status, status_data: s }) => status >= 1 && status <= 3 && s.last_time !== null,
  );
  if (online.length === 0) return null;
  const sum = (of: (s: Reported['status_data']) => number | null) =>
    online.reduce((total, { status_data: s }) => total + (of(s) ?? 0), 0);
  return {
    pv_w: sum((s) => s.pv_power_w),
    battery_w: sum((s) => s.bat_power_w),
    grid_w: sum((s) => s.grid_power_w),
    load_w: sum((s) => s.load_power_w),
    ...chargeOf(online.map(({ status_data: s }) => ({ ...s, soc_pct: s.soc }))),
    as_of: Math.max(...online.map(({ status_data: s }) => s.last_time ?? 0)),
  };
}
