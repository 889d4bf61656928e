import { uniform } from '../fleet/random.ts';

/** A cell as a cycler sees it. */
export interface Cell {
  /** Remaining capacity at 25 °C. */
  capacity_Ah: number;
  dcir_mOhm: number;
  seed: number;
}

/** A measured row. */
export interface Row {
  time_s: number;
  step: number;
  kind: 'rest' | 'charge' | 'discharge';
  /** Positive when charging. */
  current_A: number;
  voltage_V: number;
  /** Since the step began. */
  capacity_Ah: number;
  temperature_C: number;
}

const MAX_V = 3.65;
const MIN_V = 2.5;

/** Open-circuit voltage of an LFP cell by state of charge; a plateau with steep ends. */
const ocv = (soc: number): number =>
  3.2 +
  0.13 * soc +
  0.32 * Math.exp((soc - 1) * 40) -
  0.75 * Math.exp(-soc * 28) +
  0.02 * Math.tanh((soc - 0.62) * 25);

/**
 * A capacity test: rest, pulses of 10 s, charge at C/3 with constant voltage at its end, rest for an hour, discharge at
 * C/3 to the lower limit, rest for an hour. Returns the requested number of rows, evenly spaced.
 */
export function* runProgram({ capacity_Ah, dcir_mOhm, seed }: Cell, rows: number): Generator<Row> {
  let drawn = 0;
  const random = () => uniform(seed, drawn++);
  const rate_A = capacity_Ah / 3;
  const interval_s = (8.9 * 3600) / rows;
  let soc = 0.25 + 0.1 * random();
  let time_s = 0;
  let polarisation_V = 0;
  const noise = (size: number) => (random() - 0.5) * 2 * size;

  function* during(
    step: number,
    kind: Row['kind'],
    currentAt: () => number,
    ends: (elapsed_s: number, voltage_V: number, current_A: number) => boolean,
    every_s = interval_s,
  ): Generator<Row> {
    let moved_Ah = 0;
    for (let elapsed_s = 0; ; elapsed_s += every_s) {
      const current_A = currentAt();
      const relaxing = 1 - Math.exp(-every_s / 120);
      polarisation_V += (current_A * dcir_mOhm * 0.0004 - polarisation_V) * relaxing;
      const voltage_V = ocv(soc) + (current_A * dcir_mOhm) / 1000 + polarisation_V;
      yield {
        time_s,
        step,
        kind,
        current_A: current_A === 0 ? 0 : current_A + noise(rate_A * 0.0002),
        voltage_V: voltage_V + noise(0.0002),
        capacity_Ah: moved_Ah,
        temperature_C: 25 + noise(0.3) + Math.abs(current_A / rate_A) * 1.5,
      };
      time_s += every_s;
      if (ends(elapsed_s, voltage_V, current_A)) return;
      const charge_Ah = (current_A * every_s) / 3600;
      soc = Math.min(1, Math.max(0, soc + charge_Ah / capacity_Ah));
      moved_Ah += Math.abs(charge_Ah);
    }
  }
  const none = () => 0;
  const lasting = (seconds: number) => (elapsed_s: number) => elapsed_s >= seconds;
  yield* during(1, 'rest', none, lasting(600));
  yield* during(2, 'discharge', () => -rate_A, lasting(10), 1);
  yield* during(3, 'rest', none, lasting(600));
  yield* during(4, 'charge', () => rate_A, lasting(10), 1);
  yield* during(5, 'rest', none, lasting(600));
  yield* during(
    6,
    'charge',
    () => rate_A,
    (_t, v) => v >= MAX_V || soc >= 0.995,
  );
  yield* during(
    7,
    'charge',
    () => Math.max(rate_A * 0.05, rate_A * Math.min(1, (1 - soc) * 12)),
    (_t, _v, current_A) => current_A <= rate_A * 0.051 || soc >= 0.9999,
  );
  soc = 1;
  yield* during(8, 'rest', none, lasting(3600));
  yield* during(
    9,
    'discharge',
    () => -rate_A,
    (_t, v) => v <= MIN_V || soc <= 0,
  );
  yield* during(10, 'rest', none, lasting(3600));
}
