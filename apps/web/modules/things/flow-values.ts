/** Pure: what the energy-flow picture draws, from four powers. */
import { IDLE_BELOW_W } from './power.ts';

export interface Powers {
  pv_w: number | null;
  /** + discharging */
  battery_w: number | null;
  /** + importing */
  grid_w: number | null;
  load_w: number | null;
}

export type FlowName =
  | 'pv_load'
  | 'pv_battery'
  | 'pv_grid'
  | 'battery_load'
  | 'battery_grid'
  | 'grid_load'
  | 'grid_battery';

/**
 * Power of each flow in W. Sun serves the load first, then the battery, then the grid; the battery serves the
 * remaining load, then the grid; the grid serves what remains of load and charging. The same order as OpenEMS's Sum
 * channels (PRODUCTION_TO_CONSUMPTION …), which is how a self-use inverter works. Where the meters disagree the
 * remainder is dropped, so no flow exceeds either of its ends.
 */
export function splitFlows(powers: Powers): Record<FlowName, number> {
  let pv = Math.max(powers.pv_w ?? 0, 0);
  let discharge = Math.max(powers.battery_w ?? 0, 0);
  let charge = Math.max(-(powers.battery_w ?? 0), 0);
  let imported = Math.max(powers.grid_w ?? 0, 0);
  let exported = Math.max(-(powers.grid_w ?? 0), 0);
  let load = Math.max(powers.load_w ?? 0, 0);

  const take = (from: number, to: number) => Math.min(from, to);
  const pv_load = take(pv, load);
  pv -= pv_load;
  load -= pv_load;
  const pv_battery = take(pv, charge);
  pv -= pv_battery;
  charge -= pv_battery;
  const pv_grid = take(pv, exported);
  exported -= pv_grid;
  const battery_load = take(discharge, load);
  discharge -= battery_load;
  load -= battery_load;
  const battery_grid = take(discharge, exported);
  const grid_load = take(imported, load);
  imported -= grid_load;
  const grid_battery = take(imported, charge);
  return { pv_load, pv_battery, pv_grid, battery_load, battery_grid, grid_load, grid_battery };
}

/** Shares of the load by source, 0-1 each, for the ring around the house; all zero without load. */
export function loadShares(flows: Record<FlowName, number>): { pv: number; battery: number; grid: number } {
  const total = flows.pv_load + flows.battery_load + flows.grid_load;
  if (total < IDLE_BELOW_W) return { pv: 0, battery: 0, grid: 0 };
  return { pv: flows.pv_load / total, battery: flows.battery_load / total, grid: flows.grid_load / total };
}

/** True if a flow is large enough to be animated. */
export function isFlowing(power_w: number): boolean {
  return power_w >= IDLE_BELOW_W;
}

/** Distance between two dots of a moving line, in units of the picture. */
export const DOT_DISTANCE = 18;

/**
 * Seconds in which a dot moves to the position of the next one: 0.3 s at 10 kW and above, 1.5 s for a trickle. The
 * square root keeps small flows visibly moving and large ones distinguishable.
 */
export function flowDuration_s(power_w: number): number {
  const share = Math.sqrt(Math.min(Math.max(power_w, 0), 10_000) / 10_000);
  const speed = DOT_DISTANCE / 1.5 + (DOT_DISTANCE / 0.3 - DOT_DISTANCE / 1.5) * share;
  return Math.round((DOT_DISTANCE / speed) * 100) / 100;
}

/** Width of a flow's line in units of the picture: 2 to 5. */
export function flowWidth(power_w: number): number {
  return Math.round((2 + 3 * Math.sqrt(Math.min(Math.max(power_w, 0), 10_000) / 10_000)) * 10) / 10;
}

/** `stroke-dasharray` and offset of an arc that covers `share` (0-1) of a circle of radius `r`, from `from` (0-1). */
export function ringArc(r: number, from: number, share: number): { dasharray: string; dashoffset: number } {
  const around = 2 * Math.PI * r;
  const length = Math.min(Math.max(share, 0), 1) * around;
  return {
    dasharray: `${length.toFixed(2)} ${(around - length).toFixed(2)}`,
    dashoffset: Number((-from * around).toFixed(2)),
  };
}
