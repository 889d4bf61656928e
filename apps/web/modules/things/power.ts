/**
 * Formats powers: kW with fixed decimals, and the direction in words. Signs are the dictionary's: battery +
 * discharging, grid + importing; sun and load are never negative.
 */
import { formatNumber, NO_VALUE } from '../../ui/text/format.ts';

/** A smaller power counts as zero, so that measurement noise does not look like a flow. */
export const IDLE_BELOW_W = 15;

export type BatteryDirection = 'charging' | 'discharging' | 'idle';
export type GridDirection = 'importing' | 'exporting' | 'idle';

/** kW without its sign: two decimals below 10 kW, one from 10 kW on. `{ text: '3.42', unit: 'kW' }` */
export function kwOf(power_w: number | null | undefined, language = 'en'): { text: string; unit: 'kW' } {
  if (power_w === null || power_w === undefined || !Number.isFinite(power_w))
    return { text: NO_VALUE, unit: 'kW' };
  const kw = Math.abs(power_w) / 1000;
  return { text: formatNumber(kw, kw >= 9.995 ? 1 : 2, language), unit: 'kW' };
}

/** Direction of a battery power in W; null if unknown. */
export function batteryDirection(power_w: number | null | undefined): BatteryDirection | null {
  if (power_w === null || power_w === undefined) return null;
  if (Math.abs(power_w) < IDLE_BELOW_W) return 'idle';
  return power_w > 0 ? 'discharging' : 'charging';
}

/** Direction of a grid power in W; null if unknown. */
export function gridDirection(power_w: number | null | undefined): GridDirection | null {
  if (power_w === null || power_w === undefined) return null;
  if (Math.abs(power_w) < IDLE_BELOW_W) return 'idle';
  return power_w > 0 ? 'importing' : 'exporting';
}

/** kWh of a reading in Wh, or null. */
export function kwhOf(energy_wh: number | null | undefined): number | null {
  return energy_wh === null || energy_wh === undefined ? null : energy_wh / 1000;
}
