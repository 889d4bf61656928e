import { pulseResistance_mOhm } from '../battery-test/index.ts';
import type { Curve } from './curve.ts';

export type PeriodKind = 'charge' | 'discharge' | 'rest';

/** A period of a curve: charge, discharge or rest. */
export interface Period {
  kind: PeriodKind;
  from_s: number;
  to_s: number;
  charge_Ah: number;
  energy_Wh: number;
  firstVoltage_V: number;
  lastVoltage_V: number;
  meanCurrent_A: number;
  /** First and last row. */
  first: number;
  last: number;
}

/** The part of the curve from which a figure was derived. */
export interface Used {
  figure: 'capacity' | 'resistance' | 'ocv' | 'selfDischarge';
  from_s: number;
  to_s: number;
}

export interface Derived {
  capacity_Ah: number | null;
  energy_Wh: number | null;
  dcir_mOhm: number | null;
  ocv_V: number | null;
  /** First and second OCV of one long rest, and hours between them. */
  selfDischarge: { first_V: number; later_V: number; rest_h: number } | null;
  temperature_C: number | null;
  used: Used[];
  periods: Period[];
}

/** Currents below this share of the largest are a rest. */
const REST_SHARE = 0.005;
/** Minimum rest before an OCV is read (GB/T 34015-2017 lets cells rest for an hour; a shorter one is not settled). */
const OCV_REST_S = 1800;
/** Resistance is measured 10 s after a step of the current (IEC 62660-1, 7.5). */
const PULSE_S = 10;
/** With larger gaps between rows around a step the pulse is unusable. */
const MAX_PULSE_GAP_S = 30;
/** Self-discharge is measured in rests of a day and more, from an hour after their begin. */
const SELF_DISCHARGE_REST_S = 86_400;
const SETTLED_S = 3600;

/** Capacity, energy, resistance and voltages of a curve, each with its source. Pure. */
export function derive(curve: Curve): Derived {
  const periods = periodsOf(curve);
  const used: Used[] = [];
  const discharge = fullDischarge(periods);
  if (discharge) used.push({ figure: 'capacity', from_s: discharge.from_s, to_s: discharge.to_s });
  const pulse = firstPulse(curve, periods);
  if (pulse) used.push({ figure: 'resistance', from_s: pulse.from_s, to_s: pulse.to_s });
  const rest = periods
    .filter(({ kind, from_s, to_s }) => kind === 'rest' && to_s - from_s >= OCV_REST_S)
    .at(-1);
  if (rest) used.push({ figure: 'ocv', from_s: rest.to_s, to_s: rest.to_s });
  const selfDischarge = longRest(curve, periods);
  if (selfDischarge)
    used.push({ figure: 'selfDischarge', from_s: selfDischarge.from_s, to_s: selfDischarge.to_s });
  return {
    capacity_Ah: discharge ? -discharge.charge_Ah : null,
    energy_Wh: discharge ? -discharge.energy_Wh : null,
    dcir_mOhm: pulse?.resistance_mOhm ?? null,
    ocv_V: rest?.lastVoltage_V ?? null,
    selfDischarge: selfDischarge?.values ?? null,
    temperature_C: meanOf(curve.temperature_C, discharge),
    used,
    periods,
  };
}

/** Periods of one direction, in order; a new step of the program does not end one. */
export function periodsOf({ time_s, current_A, voltage_V }: Curve): Period[] {
  const largest = current_A.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const kindAt = (i: number): PeriodKind => {
    const value = current_A[i] as number;
    if (Math.abs(value) <= largest * REST_SHARE) return 'rest';
    return value > 0 ? 'charge' : 'discharge';
  };
  const periods: Period[] = [];
  let open: Period | null = null;
  for (let i = 0; i < time_s.length; i++) {
    const kind = kindAt(i);
    const [t, v] = [time_s[i] as number, voltage_V[i] as number];
    if (!open || open.kind !== kind) {
      const begin: number = open ? (time_s[i - 1] as number) : t;
      open = {
        kind,
        from_s: begin,
        to_s: t,
        charge_Ah: 0,
        energy_Wh: 0,
        firstVoltage_V: v,
        lastVoltage_V: v,
        meanCurrent_A: 0,
        first: i,
        last: i,
      };
      periods.push(open);
    } else {
      const hours = (t - (time_s[i - 1] as number)) / 3600;
      const current = ((current_A[i] as number) + (current_A[i - 1] as number)) / 2;
      open.charge_Ah += current * hours;
      open.energy_Wh += ((current * (v + (voltage_V[i - 1] as number))) / 2) * hours;
    }
    open.to_s = t;
    open.last = i;
    open.lastVoltage_V = v;
  }
  for (const period of periods) {
    // The first row of a period covers the time since the row before it.
    const hours = (period.to_s - period.from_s) / 3600;
    const lead = ((time_s[period.first] as number) - period.from_s) / 3600;
    period.charge_Ah += (current_A[period.first] as number) * lead;
    period.energy_Wh += (current_A[period.first] as number) * (voltage_V[period.first] as number) * lead;
    period.meanCurrent_A = hours > 0 ? period.charge_Ah / hours : 0;
  }
  return periods;
}

/** The largest discharge that follows a charge; else the largest. */
function fullDischarge(periods: readonly Period[]): Period | null {
  const largest = (of: readonly Period[]) =>
    of.reduce<Period | null>((best, each) => (each.charge_Ah < (best?.charge_Ah ?? 0) ? each : best), null);
  const after = periods.filter(
    ({ kind }, n) => kind === 'discharge' && periods.slice(0, n).some((each) => each.kind === 'charge'),
  );
  return largest(after) ?? largest(periods.filter(({ kind }) => kind === 'discharge'));
}

/** The first step from a rest into a discharge, else into a charge. */
function firstPulse(curve: Curve, periods: readonly Period[]) {
  const { time_s, voltage_V } = curve;
  for (const kind of ['discharge', 'charge'] as const)
    for (const [n, period] of periods.entries()) {
      const before = periods[n - 1];
      if (period.kind !== kind || before?.kind !== 'rest') continue;
      const begin = time_s[before.last] as number;
      // The pulse begins after the last row of the rest, and at the latest at the first row with current.
      const start = time_s[period.first] as number;
      if (start - begin > MAX_PULSE_GAP_S) continue;
      const end = valuesAt(curve, period, start + PULSE_S);
      return {
        from_s: begin,
        to_s: end.time_s,
        resistance_mOhm: pulseResistance_mOhm(voltage_V[before.last] as number, end.voltage_V, end.current_A),
      };
    }
  return null;
}

/** Current and voltage of a period at a time, between the rows around it; those of its first row where the next is too far. */
function valuesAt({ time_s, current_A, voltage_V }: Curve, period: Period, wanted_s: number) {
  let at = period.first;
  while (at < period.last && (time_s[at] as number) < wanted_s) at += 1;
  const [before, after] = [Math.max(period.first, at - 1), at];
  const [from_s, to_s] = [time_s[before] as number, time_s[after] as number];
  if (to_s < wanted_s) return rowAt(after);
  if (to_s - (time_s[period.first] as number) > MAX_PULSE_GAP_S) return rowAt(period.first);
  const share = to_s > from_s ? (wanted_s - from_s) / (to_s - from_s) : 0;
  const between = (values: Float64Array) =>
    (values[before] as number) + share * ((values[after] as number) - (values[before] as number));
  return { time_s: wanted_s, current_A: between(current_A), voltage_V: between(voltage_V) };

  function rowAt(i: number) {
    return {
      time_s: time_s[i] as number,
      current_A: current_A[i] as number,
      voltage_V: voltage_V[i] as number,
    };
  }
}

function longRest({ time_s, voltage_V }: Curve, periods: readonly Period[]) {
  const rest = periods.find(
    ({ kind, from_s, to_s }) => kind === 'rest' && to_s - from_s >= SELF_DISCHARGE_REST_S,
  );
  if (!rest) return null;
  let at = rest.first;
  while (at < rest.last && (time_s[at] as number) < rest.from_s + SETTLED_S) at += 1;
  const from_s = time_s[at] as number;
  return {
    from_s,
    to_s: rest.to_s,
    values: {
      first_V: voltage_V[at] as number,
      later_V: rest.lastVoltage_V,
      rest_h: (rest.to_s - from_s) / 3600,
    },
  };
}

function meanOf(values: Float64Array, period: Period | null): number | null {
  if (!period) return null;
  let [sum, count] = [0, 0];
  for (let i = period.first; i <= period.last; i++)
    if (!Number.isNaN(values[i])) [sum, count] = [sum + (values[i] as number), count + 1];
  return count > 0 ? sum / count : null;
}
