/** Rules of counters that wrap, restart, dip or have corrupt readings, and of energy counted from power. */

/** The stored state of one register of a device. */
export interface Register {
  /** The last reading, Wh. */
  last_wh: number;
  /** Total count, Wh: never falls. */
  total_wh: number;
  /** A reading that does not follow from the last one, and the number of similar consecutive readings. */
  doubt?: { wh: number; seen: number };
}

/** Above the power of any home: a faster rise is a corrupt reading. */
const MAX_W = 500_000;
/** Number of consecutive doubtful readings after which they are accepted. */
const CONFIRMATIONS = 3;
const HOUR_MS = 3_600_000;

/**
 * The register after another reading. A wrap continues the count. A fall (a replaced board) and an impossible rise are
 * accepted only when they persist, since a single corrupt reading would otherwise raise the counter permanently.
 */
export function readRegister(
  before: Register | undefined,
  wh: number,
  modulus_wh: number,
  elapsed_ms: number,
): Register {
  if (!before) return { last_wh: wh, total_wh: wh };
  const most_wh = 1000 + (MAX_W * Math.max(0, elapsed_ms)) / HOUR_MS;
  const rise = riseOf(before.last_wh, wh, modulus_wh, most_wh);
  if (rise !== null) return { last_wh: wh, total_wh: before.total_wh + rise };
  const { doubt } = before;
  const again = doubt !== undefined && riseOf(doubt.wh, wh, modulus_wh, most_wh) !== null;
  const seen = again ? doubt.seen + 1 : 1;
  // From here on it counts from the current value; the energy in between is unknown.
  if (seen >= CONFIRMATIONS) return { last_wh: wh, total_wh: before.total_wh };
  return { ...before, doubt: { wh, seen } };
}

function riseOf(from_wh: number, to_wh: number, modulus_wh: number, most_wh: number): number | null {
  const rise = to_wh - from_wh;
  if (rise >= 0) return rise <= most_wh ? rise : null;
  const wrapped = rise + modulus_wh;
  return modulus_wh > 0 && wrapped >= 0 && wrapped <= most_wh ? wrapped : null;
}

/** The energy of a power over a time, Wh; null over a gap, for which the power is unknown, and for a clock set back. */
export function energyOver(power_w: number, elapsed_ms: number, gap_ms: number): number | null {
  return elapsed_ms <= 0 || elapsed_ms > gap_ms ? null : (Math.max(0, power_w) * elapsed_ms) / HOUR_MS;
}

/** The stored state of a daily counter that is made a lifetime one. */
export interface DailyCounter {
  total: number;
  /** The highest reading since the last restart. */
  last: number;
  at_ms: number;
  /** The local day of the last reading, and the consecutive readings of 0. */
  day: string;
  zeros: number;
}

/** A smaller fall is noise: the maximum stays. */
const NOISE = 0.1;
/** A source restarts at its own midnight, which may differ from the local one by this. */
const MIDNIGHT_MS = HOUR_MS;

/**
 * The lifetime count after another reading of a daily counter. A fall below a tenth keeps the maximum, a larger one is
 * a restart, and a dip to 0 is one when it persists. After a silence across midnight any reading is a restart.
 * @param day The local day of the reading.
 * @param sinceMidnight_ms Time since its midnight.
 */
export function readDaily(
  before: DailyCounter | undefined,
  value: number,
  at_ms: number,
  day: string,
  sinceMidnight_ms: number,
): DailyCounter {
  if (!before) return { total: 0, last: value, at_ms, day, zeros: 0 };
  if (at_ms < before.at_ms) return before;
  const { total, last } = before;
  const restart = { total: total + value, last: value, at_ms, day, zeros: 0 };
  const isSilent = at_ms - before.at_ms >= MIDNIGHT_MS && sinceMidnight_ms >= MIDNIGHT_MS;
  if (day !== before.day && isSilent) return restart;
  if (value >= last) return { total: total + value - last, last: value, at_ms, day, zeros: 0 };
  if (value === 0) {
    const zeros = before.zeros + 1;
    return zeros >= CONFIRMATIONS ? restart : { ...before, at_ms, day, zeros };
  }
  return value >= last * (1 - NOISE) ? { ...before, at_ms, day, zeros: 0 } : restart;
}
