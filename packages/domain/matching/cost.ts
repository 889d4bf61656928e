import type { Columns } from './columns.ts';
import { RELATIVE } from './limits.ts';

/**
 * Weights of the measures in the cost of the search: w1·std(C) + w2·std(R) + w3·std(OCV), each relative to its limit.
 */
const WEIGHTS: readonly number[] = [1, 0.6, 0.4, 0.2, 0.05, 0.05];
/** An exceeded limit weighs more than any scatter within the limits. */
const EXCESS = 20;

/** Evaluates groups of members, given by their indexes in the columns. */
export class Evaluator {
  readonly #columns: Columns;
  readonly #limits: readonly number[];
  #measures: readonly number[] | null = null;

  constructor(columns: Columns, limits: readonly number[]) {
    this.#columns = columns;
    this.#limits = limits;
  }

  /** Measures with a value for at least one member. */
  get #used(): readonly number[] {
    this.#measures ??= this.#columns.flatMap((column, measure) =>
      column.some((value) => !Number.isNaN(value)) ? [measure] : [],
    );
    return this.#measures;
  }

  /** Scatter relative to the limits, plus a much larger penalty for each exceeded limit. */
  cost(group: ArrayLike<number>): number {
    let cost = 0;
    for (const measure of this.#used) {
      const column = this.#columns[measure] as Float64Array;
      let least = Number.POSITIVE_INFINITY;
      let most = Number.NEGATIVE_INFINITY;
      let sum = 0;
      let squares = 0;
      let count = 0;
      let origin = 0;
      for (let i = 0; i < group.length; i++) {
        const value = column[group[i] as number] as number;
        if (Number.isNaN(value)) continue;
        if (count === 0) origin = value;
        const off = value - origin;
        sum += off;
        squares += off * off;
        count += 1;
        if (value < least) least = value;
        if (value > most) most = value;
      }
      if (count < 2) continue;
      const mean = sum / count;
      const unit = this.#unit(measure, origin + mean);
      cost += ((WEIGHTS[measure] as number) * Math.sqrt(Math.max(0, squares / count - mean * mean))) / unit;
      const part = (most - least) / unit;
      if (part > 1) cost += EXCESS * (part - 1);
    }
    return cost;
  }

  /** Indexes within a group of the members farthest from its mean, over all measures relative to the limits. */
  farthest(group: readonly number[], count: number): number[] {
    const distance = new Float64Array(group.length);
    for (const measure of this.#used) {
      const column = this.#columns[measure] as Float64Array;
      const known = group.map((place) => column[place] as number).filter((value) => !Number.isNaN(value));
      if (known.length < 2) continue;
      const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
      const unit = this.#unit(measure, mean);
      group.forEach((place, i) => {
        const value = column[place] as number;
        if (!Number.isNaN(value))
          distance[i] =
            (distance[i] as number) + ((WEIGHTS[measure] as number) * Math.abs(value - mean)) / unit;
      });
    }
    return group
      .map((_, i) => i)
      .sort((a, b) => (distance[b] as number) - (distance[a] as number) || a - b)
      .slice(0, count);
  }

  /** The spread of a measure: in % of the mean, or as a difference; null with fewer than two known values. */
  spread(group: ArrayLike<number>, measure: number): number | null {
    const column = this.#columns[measure] as Float64Array;
    let least = Number.POSITIVE_INFINITY;
    let most = Number.NEGATIVE_INFINITY;
    let sum = 0;
    let count = 0;
    for (let i = 0; i < group.length; i++) {
      const value = column[group[i] as number] as number;
      if (Number.isNaN(value)) continue;
      if (value < least) least = value;
      if (value > most) most = value;
      sum += value;
      count += 1;
    }
    if (count < 2) return null;
    if (!RELATIVE[measure]) return most - least;
    return sum === 0 ? 0 : ((most - least) / Math.abs(sum / count)) * 100;
  }

  /** Spreads of a group relative to their limits; 1 is at the limit. */
  parts(group: ArrayLike<number>): (number | null)[] {
    return this.#columns.map((_, measure) => {
      const spread = this.spread(group, measure);
      return spread === null ? null : spread / (this.#limits[measure] as number);
    });
  }

  within(group: ArrayLike<number>): boolean {
    // Errors of binary fractions at the end of a spread do not exceed a limit.
    return this.parts(group).every((part) => part === null || part <= 1 + 1e-9);
  }

  #unit(measure: number, mean: number): number {
    const limit = this.#limits[measure] as number;
    return RELATIVE[measure] ? (Math.abs(mean) * limit) / 100 || Number.MIN_VALUE : limit;
  }
}
