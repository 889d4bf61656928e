import { COVERAGE } from './health.ts';
import { roundTo } from './rounding.ts';

/** State of charge and energy counters of a connected battery at one moment. */
export interface CounterReading {
  time_ms: number;
  soc_pct: number;
  charged_Wh: number;
  discharged_Wh: number;
}

/** Energy taken out between two states of charge. */
interface Discharge {
  from: number;
  to: number;
  fromSoc_pct: number;
  toSoc_pct: number;
  energy_kWh: number;
}

export interface UsableEnergy {
  energy_kWh: number;
  uncertainty_pct: number;
  discharges: Discharge[];
}

/** Smaller swings are not representative: the voltage, and with it the energy per percent, differs over the range. */
const MIN_SWING_PCT = 60;
/** A larger rise of the state of charge ends a discharge. */
const RISE_PCT = 2;
/** Maximum energy charged meanwhile (braking), as a share of the energy taken out: it returns with losses. */
const MAX_CHARGED = 0.1;
/** Standard uncertainties: the state of charge in points, the counters in % (our own defaults). */
const SOC_U_PCT = 2;
const COUNTER_U_PCT = 1;

/**
 * Usable energy from long discharges: energy out less energy in by the counters, divided by the fall of the state of
 * charge; each discharge weighted by its certainty. Counters continue across gaps. Charges are not used: they take
 * more energy than can be taken out. Null without such a discharge.
 */
export function usableEnergyOf(readings: readonly CounterReading[]): UsableEnergy | null {
  const discharges = dischargesIn(readings);
  if (discharges.length === 0) return null;
  let [weights, sum] = [0, 0];
  for (const { energy_kWh, fromSoc_pct, toSoc_pct } of discharges) {
    const swing = fromSoc_pct - toSoc_pct;
    const weight = 1 / ((100 * Math.SQRT2 * SOC_U_PCT) / swing) ** 2;
    weights += weight;
    sum += (weight * 100 * energy_kWh) / swing;
  }
  // Errors of the state of charge are independent between discharges, that of the counters is common to all.
  const uncertainty = COVERAGE * Math.hypot(1 / Math.sqrt(weights), COUNTER_U_PCT);
  return {
    energy_kWh: roundTo(sum / weights, 3),
    uncertainty_pct: roundTo(uncertainty, 1),
    discharges,
  };
}

function dischargesIn(readings: readonly CounterReading[]): Discharge[] {
  const found: Discharge[] = [];
  const [first] = readings;
  if (!first) return found;
  let [begin, low, before] = [first, first, first];
  const end = () => {
    const discharge = dischargeOf(begin, low);
    if (discharge) found.push(discharge);
  };
  for (const now of readings.slice(1)) {
    const restarted = now.charged_Wh < before.charged_Wh || now.discharged_Wh < before.discharged_Wh;
    if (restarted || now.soc_pct > low.soc_pct + RISE_PCT) {
      end();
      begin = low = now;
    } else if (now.soc_pct >= begin.soc_pct) begin = low = now;
    else if (now.soc_pct < low.soc_pct) low = now;
    before = now;
  }
  end();
  return found;
}

function dischargeOf(begin: CounterReading, low: CounterReading): Discharge | null {
  const out_Wh = low.discharged_Wh - begin.discharged_Wh;
  const in_Wh = low.charged_Wh - begin.charged_Wh;
  if (begin.soc_pct - low.soc_pct < MIN_SWING_PCT || out_Wh <= 0 || in_Wh > out_Wh * MAX_CHARGED) return null;
  return {
    from: begin.time_ms,
    to: low.time_ms,
    fromSoc_pct: begin.soc_pct,
    toSoc_pct: low.soc_pct,
    energy_kWh: roundTo((out_Wh - in_Wh) / 1000, 3),
  };
}
