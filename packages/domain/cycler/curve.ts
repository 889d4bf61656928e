/** A measured curve: time in s from its begin, current in A (charging is positive), voltage in V. */
export interface Curve {
  time_s: Float64Array;
  current_A: Float64Array;
  voltage_V: Float64Array;
  /** Degrees; NaN if not measured. */
  temperature_C: Float64Array;
  /** Steps of the program as numbered in the file; a new one begins where the number changes. */
  step: Int32Array;
  /** Capacity as counted by the cycler, of the discharge or of the step; NaN if the file has none. */
  own_Ah: Float64Array;
  /** Charged capacity as counted by the cycler, where the file has it apart; else NaN. */
  charged_Ah: Float64Array;
  /** Energy as counted by the cycler, of the discharge or of the step; else NaN. */
  own_Wh: Float64Array;
}

/** A row of a curve. */
export type CurveRow = { [K in keyof Curve]: number };

/** Grows while rows are added; 10^6 rows take 60 MB. */
export class CurveBuilder {
  #size = 0;
  #curve: Curve = emptyCurve(4096);

  get size(): number {
    return this.#size;
  }

  add(row: CurveRow): void {
    if (this.#size === this.#curve.time_s.length)
      this.#curve = copied(this.#curve, this.#size * 2, this.#size);
    for (const name of columns) this.#curve[name][this.#size] = row[name];
    this.#size += 1;
  }

  build(): Curve {
    return copied(this.#curve, this.#size, this.#size);
  }
}

const columns = [
  'time_s',
  'current_A',
  'voltage_V',
  'temperature_C',
  'step',
  'own_Ah',
  'charged_Ah',
  'own_Wh',
] as const satisfies (keyof Curve)[];

const emptyCurve = (length: number): Curve => ({
  time_s: new Float64Array(length),
  current_A: new Float64Array(length),
  voltage_V: new Float64Array(length),
  temperature_C: new Float64Array(length),
  step: new Int32Array(length),
  own_Ah: new Float64Array(length),
  charged_Ah: new Float64Array(length),
  own_Wh: new Float64Array(length),
});

function copied(curve: Curve, length: number, size: number): Curve {
  const copy = emptyCurve(length);
  for (const name of columns) copy[name].set(curve[name].subarray(0, size));
  return copy;
}
