/** Ageing of a pack by throughput and time, faster when warm and full. */

/** LFP home batteries are rated for about 6,000 cycles down to 80 %. */
const FADE_PER_CYCLE = 0.2 / 6000;
/** About 1 % a year at 25 °C and half charge. */
const FADE_PER_DAY = 0.01 / 365;

/**
 * Loss of health (a fraction of the rated capacity) over a step.
 * @param cycles Equivalent full cycles moved in the step: throughput / (2 · rated energy).
 */
export function fade(cycles: number, days: number, temp_c: number, soc: number): number {
  // Twice as fast for each 10 K more; a full battery ages one and a half times as fast as a half-full one.
  const warm = 2 ** ((temp_c - 25) / 10);
  return FADE_PER_CYCLE * cycles * Math.max(1, warm) + FADE_PER_DAY * days * warm * (0.75 + 0.5 * soc);
}

/** Resistance relative to a new pack at 25 °C: it rises with cold and age. */
export function resistanceFactor(soh: number, temp_c: number): number {
  return (1 + 2.5 * (1 - soh)) * Math.exp(0.018 * (25 - Math.max(-20, Math.min(60, temp_c))));
}
