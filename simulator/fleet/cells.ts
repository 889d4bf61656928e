/** The cells of a pack: open-circuit voltage of LFP, small differences between cells, and their balancing. */
import { between, gaussian } from './random.ts';

export const CELLS = 16;
export const SENSORS = 8;

/** Open-circuit voltage in mV over the state of charge in %. Beyond 0 and 100 are unbalanced cells. */
const ocvCurve: [soc_pct: number, mv: number][] = [
  [-3, 2300],
  [0, 2820],
  [1, 2920],
  [2, 2990],
  [4, 3080],
  [7, 3150],
  [10, 3190],
  [15, 3217],
  [20, 3240],
  [30, 3268],
  [40, 3284],
  [50, 3289],
  [60, 3294],
  [65, 3306],
  [70, 3321],
  [80, 3328],
  [90, 3332],
  [95, 3338],
  [98, 3350],
  [99, 3366],
  [100, 3405],
  [101, 3465],
  [102, 3560],
  [104, 3800],
];

const FROM = -3;
const STEPS_PER_PCT = 8;
const table = Float64Array.from({ length: (104 - FROM) * STEPS_PER_PCT + 2 }, (_, i) => {
  const soc = FROM + i / STEPS_PER_PCT;
  const next = Math.max(
    1,
    ocvCurve.findIndex(([s]) => s > soc),
  );
  const [s0, v0] = ocvCurve[next - 1] as [number, number];
  const [s1, v1] = ocvCurve[next] as [number, number];
  return soc >= 104 ? 3800 : v0 + ((v1 - v0) * (soc - s0)) / (s1 - s0);
});

/** Open-circuit voltage of one cell in mV; `soc` as a fraction, from -0.03 to 1.04. */
export function ocvMv(soc: number): number {
  const x = Math.min(Math.max((soc * 100 - FROM) * STEPS_PER_PCT, 0), table.length - 2);
  const i = Math.floor(x);
  const a = table[i] as number;
  return a + ((table[i + 1] as number) - a) * (x - i);
}

/** Differences between the cells of one pack, determined by the seed. */
export interface CellTraits {
  /** Capacity relative to the pack's. */
  capacity: number[];
  /** Resistance relative to the pack's share. */
  resistance: number[];
  /** Voltage in mV above the mean of the pack's cells at the same charge: visible on the plateau. */
  offset_mv: number[];
  /** Charge above the mean that balancing leaves, as a fraction: visible near both ends, where the curve is steep. */
  charge: number[];
  /** Self-discharge beyond the average, as a fraction of the charge per day. */
  leak_per_day: number[];
  /** Offset of a temperature sensor, K above the mean of the pack. */
  sensor_k: number[];
}

export function cellTraits(seed: number): CellTraits {
  const row = (n: number, salt: number, of: (g: number) => number) =>
    Array.from({ length: n }, (_, i) => of(gaussian(seed ^ salt, i)));
  return {
    capacity: row(CELLS, 0x11, (g) => 1 + 0.004 * g),
    resistance: row(CELLS, 0x22, (g) => 1 + 0.05 * g),
    offset_mv: spread(
      row(CELLS, 0x55, (g) => g),
      between(seed, 0x66, 3, 5.5),
    ),
    charge: row(CELLS, 0x77, (g) => 0.001 * g),
    leak_per_day: row(CELLS, 0x33, (g) => 0.000_03 * (g + 1)),
    sensor_k: row(SENSORS, 0x44, (g) => 0.5 * g),
  };
}

/** Values around 0, scaled to a spread of at most `width`. */
function spread(values: number[], width: number): number[] {
  const mean = values.reduce((sum, v) => sum + v, 0) / values.length;
  const scale = width / (Math.max(...values) - Math.min(...values));
  return values.map((v) => (v - mean) * scale);
}

/**
 * The state of charge of one cell from that of its pack: spread small at the top, larger at the bottom, plus its
 * imbalance.
 */
export function cellSoc(traits: CellTraits, i: number, pack_soc: number, imbalance: number): number {
  return 1 - (1 - pack_soc) / (traits.capacity[i] as number) + (traits.charge[i] as number) + imbalance;
}

/**
 * Bleeds the highest cells while the pack is near its top, and lets leaky cells fall behind. Changes `imbalance` in
 * place and returns the bit field of the bled cells.
 */
export function balance(
  traits: CellTraits,
  imbalance: number[],
  cell_mv: number[],
  dt_s: number,
  pack_ah: number,
  rule: { enabled: boolean; start_mv: number; difference_mv: number },
): number {
  let low = Number.POSITIVE_INFINITY;
  for (const mv of cell_mv) if (mv < low) low = mv;
  let bits = 0;
  let sum = 0;
  for (let i = 0; i < imbalance.length; i += 1) {
    const mv = cell_mv[i] as number;
    let value = (imbalance[i] as number) - ((traits.leak_per_day[i] as number) * dt_s) / 86_400;
    if (rule.enabled && mv > rule.start_mv && mv - low > rule.difference_mv) {
      // A typical bleed resistor takes about 60 mA.
      value -= (0.06 * dt_s) / 3600 / pack_ah;
      bits += 2 ** i;
    }
    imbalance[i] = value;
    sum += value;
  }
  // The pack's own state of charge is the mean: keep the imbalances centred on it.
  const mean = sum / imbalance.length;
  for (let i = 0; i < imbalance.length; i += 1) imbalance[i] = (imbalance[i] as number) - mean;
  return bits;
}
