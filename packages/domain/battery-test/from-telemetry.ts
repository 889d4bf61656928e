import { COVERAGE, temperatureFactor } from './health.ts';
import { roundTo } from './rounding.ts';

/** A reading of a connected battery. */
export interface Reading {
  time_ms: number;
  /** Charging is positive. */
  current_A: number;
  voltage_V: number;
  soc_pct: number;
}

/** Charge counted between two rests. */
export interface Counted {
  from: number;
  to: number;
  charge_Ah: number;
  fromSoc_pct: number;
  toSoc_pct: number;
  capacity_Ah: number;
}

export interface Proposal {
  capacity_Ah: number | null;
  soh_pct: number | null;
  uncertainty_pct: number | null;
  resistance_mOhm: number | null;
  periods: Counted[];
  steps: number;
}

/** A rest is a current below this share of the rated capacity per hour; after this time the voltage has settled. */
const REST_RATE = 0.01;
const REST_MS = 30 * 60_000;
/** Across larger gaps between readings the current is unknown. */
const MAX_GAP_MS = 5 * 60_000;
/** Smaller swings of the state of charge are not representative. */
const MIN_SWING_PCT = 30;
/** Standard uncertainties: the state of charge after a rest in points, the counted charge in % (our own defaults). */
const SOC_U_PCT = 2;
const CURRENT_U_PCT = 1;
/** Minimum step of the current to measure the resistance, as a share of the rated capacity per hour. */
const STEP_RATE = 0.1;
const MAX_STEP_MS = 70_000;

/**
 * Health from telemetry in use: charge counted from rest to rest, divided by the change of the state of charge, each
 * period weighted by its certainty; resistance as the median over steps of the current. The state of charge is the
 * device's own, so this is a proposal and not a test.
 */
export function proposalOf(
  readings: readonly Reading[],
  { rated_Ah, temperature_C }: { rated_Ah: number; temperature_C: number | null },
): Proposal {
  const periods = countedBetween(restsOf(readings, rated_Ah), readings);
  const resistances = stepResistances(readings, rated_Ah);
  let [weights, sum] = [0, 0];
  for (const { capacity_Ah, fromSoc_pct, toSoc_pct } of periods) {
    const weight = 1 / uncertaintyOf(toSoc_pct - fromSoc_pct) ** 2;
    weights += weight;
    sum += weight * capacity_Ah;
  }
  const none = { capacity_Ah: null, soh_pct: null, uncertainty_pct: null };
  const base = { resistance_mOhm: median(resistances), periods, steps: resistances.length };
  if (weights === 0) return { ...none, ...base };
  const capacity = sum / weights;
  const soh = (100 * capacity) / temperatureFactor(temperature_C ?? 25) / rated_Ah;
  // Errors of the state of charge are independent between periods, that of the current sensor is common to all.
  const relative_pct = COVERAGE * Math.hypot(1 / Math.sqrt(weights), CURRENT_U_PCT);
  return {
    capacity_Ah: roundTo(capacity, 2),
    soh_pct: roundTo(soh, 2),
    uncertainty_pct: roundTo((soh * relative_pct) / 100, 2),
    ...base,
  };
}

/**
 * Relative standard uncertainty of a capacity from one swing of the state of charge, in %, without that of the
 * current.
 */
const uncertaintyOf = (swing_pct: number) => (100 * Math.SQRT2 * SOC_U_PCT) / Math.abs(swing_pct);

/** Indexes of the last readings of settled rests. */
function restsOf(readings: readonly Reading[], rated_Ah: number): number[] {
  const rests: number[] = [];
  let since: number | null = null;
  readings.forEach(({ time_ms, current_A }, n) => {
    const next = readings[n + 1];
    const resting = Math.abs(current_A) <= rated_Ah * REST_RATE;
    if (!resting) since = null;
    else since ??= time_ms;
    const ends = !next || Math.abs(next.current_A) > rated_Ah * REST_RATE;
    if (since !== null && ends && time_ms - since >= REST_MS) rests.push(n);
  });
  return rests;
}

function countedBetween(rests: readonly number[], readings: readonly Reading[]): Counted[] {
  return rests.slice(1).flatMap((end, n): Counted[] => {
    const begin = rests[n] as number;
    let charge_Ah = 0;
    for (let i = begin + 1; i <= end; i++) {
      const [before, now] = [readings[i - 1] as Reading, readings[i] as Reading];
      const gap_ms = now.time_ms - before.time_ms;
      if (gap_ms > MAX_GAP_MS) return [];
      charge_Ah += (((before.current_A + now.current_A) / 2) * gap_ms) / 3_600_000;
    }
    const [from, to] = [readings[begin] as Reading, readings[end] as Reading];
    const swing = to.soc_pct - from.soc_pct;
    // Opposite signs of charge and change of the state of charge mean that one of them is wrong.
    if (Math.abs(swing) < MIN_SWING_PCT || Math.sign(swing) !== Math.sign(charge_Ah)) return [];
    return [
      {
        from: from.time_ms,
        to: to.time_ms,
        charge_Ah: roundTo(charge_Ah, 3),
        fromSoc_pct: from.soc_pct,
        toSoc_pct: to.soc_pct,
        capacity_Ah: roundTo((100 * charge_Ah) / swing, 3),
      },
    ];
  });
}

function stepResistances(readings: readonly Reading[], rated_Ah: number): number[] {
  return readings.slice(1).flatMap((now, n) => {
    const before = readings[n] as Reading;
    const step_A = now.current_A - before.current_A;
    if (now.time_ms - before.time_ms > MAX_STEP_MS || Math.abs(step_A) < rated_Ah * STEP_RATE) return [];
    const resistance = ((now.voltage_V - before.voltage_V) / step_A) * 1000;
    return resistance > 0 ? [resistance] : [];
  });
}

function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted[sorted.length >> 1];
  return middle === undefined ? null : roundTo(middle, 2);
}
