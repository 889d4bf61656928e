import { roundTo } from './rounding.ts';

/**
 * State of health from test measurements. Pure. Formulas as in textbooks (Plett, Battery Management Systems II, 2015,
 * chapters 3 and 4); procedures as in GB/T 34015-2017 (residual energy) and IEC 62660-1:2018 (capacity, 10 s pulse).
 * Shares are numbers (0.83), percentages have `_pct` in their name.
 */

/** Capacities are compared at this temperature (IEC 62660-1, 7.2: 25 °C). */
export const REFERENCE_C = 25;

/**
 * Relative change of the usable capacity per kelvin near 25 °C. Our default between 0 and 45 °C, of the order in data
 * sheets of LFP and ternary cells (90 to 95 % at 10 °C); it makes a test away from 25 °C less certain.
 */
export const CAPACITY_PER_K = 0.005;
/** Standard uncertainty of {@link CAPACITY_PER_K}: half of it. */
const CAPACITY_PER_K_U = CAPACITY_PER_K / 2;

/** Capacity at a temperature as a share of that at 25 °C; clamped to the range of the linear model. */
export const temperatureFactor = (temperature_C: number): number =>
  1 + CAPACITY_PER_K * (Math.min(45, Math.max(0, temperature_C)) - REFERENCE_C);

/** SOH_C = Q(T_ref) / Q_rated. */
export const capacityHealth = (capacity_Ah: number, rated_Ah: number): number => capacity_Ah / rated_Ah;

/** SOH_E = E(T_ref) / E_rated. */
export const energyHealth = (energy_Wh: number, rated_Wh: number): number => energy_Wh / rated_Wh;

/** SOH_R = (R_eol − R) / (R_eol − R_0): 1 when new, 0 at the end of life. Not below 0. */
export const resistanceHealth = (now_mOhm: number, fresh_mOhm: number, end_mOhm: number): number =>
  Math.max(0, (end_mOhm - now_mOhm) / (end_mOhm - fresh_mOhm));

/** DCIR = (V_before − V_after) / I, with the current at the second moment; the same sign rule for both directions. */
export const pulseResistance_mOhm = (before_V: number, after_V: number, current_A: number): number =>
  (Math.abs(before_V - after_V) / Math.abs(current_A)) * 1000;

/** k_sd = (OCV_1 − OCV_2) / Δt. */
export const selfDischarge_mVPerDay = (first_V: number, later_V: number, rest_h: number): number =>
  ((first_V - later_V) * 1000) / (rest_h / 24);

/**
 * Methods of measuring the capacity, with relative standard uncertainties in % (our own defaults; JCGM 100:2008, type
 * B).
 */
export const methods = {
  /** Full charge, rest, full discharge. */
  discharge: 0.5,
  /** Charge counted between two rests at known states of charge. */
  partial: 2,
  /** Estimated from a pulse or an impedance alone. */
  pulse: 4,
} as const;
export type Method = keyof typeof methods;

/** Coverage factor of about 95 % (JCGM 100:2008, 6.3). */
export const COVERAGE = 2;

/** Expanded relative uncertainty of a capacity, in %: method, instrument and temperature, independent of each other. */
export function capacityUncertainty_pct({
  method,
  instrument_pct = 0,
  temperature_C,
}: {
  method: Method;
  /** Expanded (k = 2), from the certificate of calibration. */
  instrument_pct?: number;
  temperature_C: number;
}): number {
  const temperature_pct =
    (100 * CAPACITY_PER_K_U * Math.abs(temperature_C - REFERENCE_C)) / temperatureFactor(temperature_C);
  return COVERAGE * Math.hypot(methods[method], instrument_pct / COVERAGE, temperature_pct);
}

export interface Measured {
  method: Method;
  capacity_Ah?: number | undefined;
  rated_Ah?: number | undefined;
  energy_Wh?: number | undefined;
  rated_Wh?: number | undefined;
  dcir_mOhm?: number | undefined;
  freshDcir_mOhm?: number | undefined;
  endDcir_mOhm?: number | undefined;
  temperature_C: number;
  instrument_pct?: number | undefined;
}

/** The health of a battery by a test; all in %, two decimals. */
export interface Health {
  capacity_pct: number | null;
  energy_pct: number | null;
  resistance_pct: number | null;
  /** The SOH of the report: by capacity, else by energy. Null with only a resistance. */
  soh_pct: number | null;
  /** Expanded, in points of SOH. */
  uncertainty_pct: number | null;
  /** The lower confidence bound, which decides the grade. */
  lower_pct: number | null;
}

const pct = (share: number) => roundTo(share * 100, 2);
const positive = (value: number | undefined): value is number =>
  value !== undefined && Number.isFinite(value) && value > 0;

export function healthOf(measured: Measured): Health {
  const { capacity_Ah, rated_Ah, energy_Wh, rated_Wh, temperature_C } = measured;
  const factor = temperatureFactor(temperature_C);
  const capacity =
    positive(capacity_Ah) && positive(rated_Ah) ? pct(capacityHealth(capacity_Ah / factor, rated_Ah)) : null;
  const energy =
    positive(energy_Wh) && positive(rated_Wh) ? pct(energyHealth(energy_Wh / factor, rated_Wh)) : null;
  const { dcir_mOhm: now, freshDcir_mOhm: fresh, endDcir_mOhm: end } = measured;
  const resistance =
    positive(now) && positive(fresh) && positive(end) && end > fresh
      ? pct(resistanceHealth(now, fresh, end))
      : null;
  const soh = capacity ?? energy;
  if (soh === null)
    return {
      capacity_pct: capacity,
      energy_pct: energy,
      resistance_pct: resistance,
      soh_pct: null,
      uncertainty_pct: null,
      lower_pct: null,
    };
  const uncertainty = roundTo((soh * capacityUncertainty_pct(measured)) / 100, 2);
  return {
    capacity_pct: capacity,
    energy_pct: energy,
    resistance_pct: resistance,
    soh_pct: soh,
    uncertainty_pct: uncertainty,
    lower_pct: roundTo(Math.max(0, soh - uncertainty), 2),
  };
}
