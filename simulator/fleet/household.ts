/** Load of a household, from its habits, the weekday, the weather and chance. */
import { smoothNoise, uniform } from './random.ts';
import type { LocalTime } from './zone.ts';

export interface Household {
  seed: number;
  /** Fridge, router, stand-by: always on. */
  base_w: number;
  /** Size of the evening peak above the base. */
  peak_w: number;
  /** Offset of its habits from the usual hours. */
  shift_min: number;
  /** Rated power of its car charger, 0 without one. */
  ev_w: number;
  /** Cooling and heating per K beyond the comfortable range. */
  climate_w_k: number;
}

const hump = (minute: number, centre: number, width: number): number => {
  const x = (minute - centre) / width;
  return Math.exp(-0.5 * x * x);
};

/** Household power in W without the car. */
export function householdPower(home: Household, at_ms: number, local: LocalTime, air_c: number): number {
  const weekend = local.weekday === 0 || local.weekday === 6;
  const minute = local.minute - home.shift_min;
  const awake = hump(minute, 840, 330);
  const habits = weekend
    ? 0.55 * hump(minute, 570, 75) + 0.45 * hump(minute, 780, 120) + 0.9 * hump(minute, 1130, 120)
    : 0.6 * hump(minute, 435, 50) + 0.15 * hump(minute, 760, 90) + hump(minute, 1140, 105);
  const mood = 1 + 0.35 * smoothNoise(home.seed, at_ms / 1_500_000);
  const climate = home.climate_w_k * Math.max(0, Math.abs(air_c - 20.5) - 4) * (0.3 + 0.7 * awake);
  const slot = Math.floor(at_ms / 600_000);
  // Kettle, oven, washing machine: one slot of ten minutes, more likely while people are busy.
  const appliance =
    uniform(home.seed ^ 0x6b1d, slot) < 0.03 + 0.18 * habits
      ? 900 + 1500 * uniform(home.seed ^ 0x3c5a, slot)
      : 0;
  const flicker = 12 * smoothNoise(home.seed ^ 0x0f0f, at_ms / 20_000);
  return Math.max(40, home.base_w + home.peak_w * habits * mood + climate + appliance + flicker);
}

/** Power of the car charger in W: some evenings, from about 21:30, for two to five hours. */
export function carPower(home: Household, local: LocalTime): number {
  if (home.ev_w === 0) return 0;
  // The night counts to the evening in which it began.
  const night = local.minute < 720 ? local.day - 1 : local.day;
  const minute = local.minute < 720 ? local.minute + 1440 : local.minute;
  if (uniform(home.seed ^ 0x4e57, night) > 0.45) return 0;
  const start = 1260 + 120 * uniform(home.seed ^ 0x19d3, night);
  const length = 120 + 180 * uniform(home.seed ^ 0x7e21, night);
  return minute >= start && minute < start + length ? home.ev_w : 0;
}
