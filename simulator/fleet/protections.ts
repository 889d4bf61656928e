/**
 * Protections of the BMS: for each quantity a warning, an alarm and a protection, each active until the value is back
 * past the release level. Bits 0-9 are the same in P_ and M_ points (see the dictionary's faults).
 */
import type { PackReading } from './measured.ts';

export interface Threshold {
  bit: number;
  /** High values are bad (otherwise low ones). */
  up: boolean;
  of: (reading: PackReading, curr_a: number) => number;
  warn: number;
  alarm: number;
  protect: number;
  release: number;
}

const quantities: { key: string; bit: number; up: boolean; of: Threshold['of'] }[] = [
  { key: 'COV', bit: 0, up: true, of: (r) => r.max_mv },
  { key: 'CUV', bit: 1, up: false, of: (r) => r.min_mv },
  { key: 'TOV', bit: 2, up: true, of: (r) => r.volt_v },
  { key: 'TUV', bit: 3, up: false, of: (r) => r.volt_v },
  { key: 'COC', bit: 4, up: true, of: (_, curr_a) => -curr_a },
  { key: 'DOC', bit: 5, up: true, of: (_, curr_a) => curr_a },
  { key: 'COT', bit: 6, up: true, of: (r) => r.max_c },
  { key: 'CUT', bit: 7, up: false, of: (r) => r.min_c },
  { key: 'DOT', bit: 8, up: true, of: (r) => r.max_c },
  { key: 'DUT', bit: 9, up: false, of: (r) => r.min_c },
];

/** The limits as set by M_PT_*; a warning is half-way between release and alarm. */
export function thresholdsOf(settings: Record<string, number>): Threshold[] {
  return quantities.map(({ key, bit, up, of }) => {
    const alarm = settings[`M_PT_${key}_A`] as number;
    const release = settings[`M_PT_${key}_R`] as number;
    return {
      bit,
      up,
      of,
      alarm,
      release,
      protect: settings[`M_PT_${key}_P`] as number,
      warn: (alarm + release) / 2,
    };
  });
}

/** Bits that stop charging: over-voltage, over-current, and a pack too warm or too cold to charge. */
export const STOPS_CHARGING = (1 << 0) | (1 << 2) | (1 << 4) | (1 << 6) | (1 << 7);
/** Bits that stop discharging. */
export const STOPS_DISCHARGING = (1 << 1) | (1 << 3) | (1 << 5) | (1 << 8) | (1 << 9);

export interface Bits {
  warn: number;
  alarm: number;
  prot: number;
}

/** The bits of one pack after a reading, from the previous ones (for the hysteresis). */
export function evaluate(thresholds: Threshold[], reading: PackReading, curr_a: number, before: Bits): Bits {
  const now: Bits = { warn: 0, alarm: 0, prot: 0 };
  for (const t of thresholds) {
    const sign = t.up ? 1 : -1;
    const value = sign * t.of(reading, curr_a);
    const held = value > sign * t.release;
    const mask = 1 << t.bit;
    if (value >= sign * t.warn || (held && before.warn & mask)) now.warn |= mask;
    if (value >= sign * t.alarm || (held && before.alarm & mask)) now.alarm |= mask;
    if (value >= sign * t.protect || (held && before.prot & mask)) now.prot |= mask;
  }
  return now;
}

/** Value and threshold to send with an event of one of the bits 0-9; undefined for other bits. */
export function explain(
  thresholds: Threshold[],
  bit: number,
  level: 1 | 2 | 3,
  readings: { reading: PackReading; curr_a: number }[],
): { value: number; threshold: number } | undefined {
  const t = thresholds.find((x) => x.bit === bit);
  if (!t || readings.length === 0) return undefined;
  const values = readings.map((r) => t.of(r.reading, r.curr_a));
  const threshold = level === 3 ? t.protect : level === 2 ? t.alarm : t.warn;
  return { value: t.up ? Math.max(...values) : Math.min(...values), threshold };
}
