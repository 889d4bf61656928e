/** A measured curve: time in s from its begin, current in A (charging is positive), voltage in V. */
export interface Curve {
  time_s: Float64Array;
  current_A: Float64Array;
  voltage_V: Float64Array;
  /** Degrees; NaN if not measured. */
  temperature_C: Float64Array;
  /** Steps of the program as numbered in the file; a new one begins where the number changes. */
  step: Int32Array;
}

/** Grows while rows are added; 10^6 rows take 36 MB. */
export class CurveBuilder {
  #size = 0;
  #curve: Curve = emptyCurve(4096);

  get size(): number {
    return this.#size;
  }

  add(time_s: number, current_A: number, voltage_V: number, step: number, temperature_C = Number.NaN): void {
    if (this.#size === this.#curve.time_s.length)
      this.#curve = copied(this.#curve, this.#size * 2, this.#size);
    const { time_s: t, current_A: i, voltage_V: v, step: s, temperature_C: c } = this.#curve;
    t[this.#size] = time_s;
    i[this.#size] = current_A;
    v[this.#size] = voltage_V;
    s[this.#size] = step;
    c[this.#size] = temperature_C;
    this.#size += 1;
  }

  build(): Curve {
    return copied(this.#curve, this.#size, this.#size);
  }
}

const emptyCurve = (length: number): Curve => ({
  time_s: new Float64Array(length),
  current_A: new Float64Array(length),
  voltage_V: new Float64Array(length),
  temperature_C: new Float64Array(length),
  step: new Int32Array(length),
});

function copied(curve: Curve, length: number, size: number): Curve {
  const copy = emptyCurve(length);
  for (const name of ['time_s', 'current_A', 'voltage_V', 'temperature_C', 'step'] as const)
    copy[name].set(curve[name].subarray(0, size));
  return copy;
}
