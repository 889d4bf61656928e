import { isoDay, startOfIsoDay } from '@voltloop/domain/clock/zone-time.ts';
import { type DailyCounter, energyOver, readDaily } from './counters.ts';
import type { Derived } from './schema.ts';

/** Longer without a power its energy is unknown. */
export const GAP_MS = 600_000;

/** What the rules of a device remember between frames: JSON, to be stored by device and version of the model. */
export interface DeriveState {
  integrals: Readonly<Record<string, { wh: number; at_ms: number; w: number }>>;
  daily: Readonly<Record<string, DailyCounter>>;
  highest: Readonly<Record<string, number>>;
}

export const emptyDerived: DeriveState = Object.freeze({ integrals: {}, daily: {}, highest: {} });

export interface DerivedFrame {
  values: Record<string, number>;
  state: DeriveState;
  /** Counters that did not count the time since the frame before, because it was a gap. */
  gaps: string[];
}

/**
 * Adds what the rules derive to the values of a frame, in the order of the rules. A rule without its source in the
 * frame adds nothing.
 */
export function derive(
  rules: readonly Derived[],
  state: DeriveState,
  frame: { time_ms: number; values: Readonly<Record<string, number>> },
  zone: string | null,
): DerivedFrame {
  const values: Record<string, number> = { ...frame.values };
  const { time_ms } = frame;
  const integrals = { ...state.integrals };
  const daily = { ...state.daily };
  const highest = { ...state.highest };
  const gaps: string[] = [];
  for (const rule of rules) {
    if ('sum' in rule) {
      const sum = sumOf(rule.sum, values);
      if (sum !== null) values[rule.point] = sum;
    } else if ('integrate' in rule) {
      const power = values[rule.integrate];
      const before = integrals[rule.point];
      // A frame from before the last one, sent later, counts nothing.
      if (power === undefined || (before && time_ms <= before.at_ms)) continue;
      const w = rule.take === 'negative' ? Math.max(-power, 0) : Math.max(power, 0);
      // The earlier power lasted until now: many sources report changes only.
      const energy = before ? energyOver(before.w, time_ms - before.at_ms, GAP_MS) : 0;
      if (energy === null) gaps.push(rule.point);
      const wh = (before?.wh ?? 0) + (energy ?? 0);
      integrals[rule.point] = { wh, at_ms: time_ms, w };
      values[rule.point] = rounded(wh);
    } else if ('unreset' in rule) {
      const value = values[rule.unreset];
      if (value === undefined) continue;
      const day = isoDay(time_ms, zone ?? 'UTC');
      const midnight_ms = startOfIsoDay(day, zone ?? 'UTC') ?? time_ms;
      const counter = readDaily(daily[rule.point], value, time_ms, day, time_ms - midnight_ms);
      daily[rule.point] = counter;
      values[rule.point] = rounded(counter.total);
    } else {
      const value = values[rule.hold];
      if (value === undefined) continue;
      const most = Math.max(value, highest[rule.point] ?? value);
      highest[rule.point] = most;
      values[rule.point] = most;
    }
  }
  return { values, state: { integrals, daily, highest }, gaps };
}

function sumOf(
  terms: readonly { point: string; factor?: number; optional?: boolean }[],
  values: Readonly<Record<string, number>>,
): number | null {
  let sum: number | null = null;
  for (const { point, factor = 1, optional } of terms) {
    const value = values[point];
    if (value !== undefined) sum = (sum ?? 0) + value * factor;
    else if (!optional) return null;
  }
  return sum === null ? null : rounded(sum);
}

/** Six decimals: free of binary noise, and finer than what is stored. */
const rounded = (value: number) => Math.round(value * 1e6) / 1e6;
