/** Pure: the axes of a printed curve. */

export interface Axis {
  ticks: readonly { place: number; text: string }[];
  place: (value: number) => number;
}

/** Largest number of ticks. */
const MOST = 7;

/** An axis over values with round ticks, from zero on request or for negative values. */
export function axisOf(values: readonly number[], from: number, to: number, withZero: boolean): Axis {
  const least = values.reduce((min, value) => Math.min(min, value), withZero ? 0 : Number.POSITIVE_INFINITY);
  const most = values.reduce((max, value) => Math.max(max, value), withZero ? 0 : Number.NEGATIVE_INFINITY);
  const step = stepOf(most - least);
  const first = Math.floor(least / step) * step;
  const last = Math.max(first + step, Math.ceil(most / step) * step);
  const place = (value: number) => from + ((value - first) / (last - first)) * (to - from);
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const count = Math.round((last - first) / step);
  const ticks = Array.from({ length: count + 1 }, (_, n) => {
    const value = first + n * step;
    return { place: place(value), text: value.toFixed(decimals) };
  });
  return { ticks, place };
}

/** A step of 1, 2 or 5 times a power of ten, for few ticks over this range. */
function stepOf(length: number): number {
  if (!(length > 0)) return 1;
  const least = length / MOST;
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least) ?? 10 * power;
}

export function pathOf(xs: readonly number[], ys: readonly number[], x: Axis, y: Axis): string {
  return xs
    .map((value, n) => {
      const [left, top] = [x.place(value), y.place(ys[n] ?? 0)];
      return `${n === 0 ? 'M' : 'L'}${left.toFixed(1)} ${top.toFixed(1)}`;
    })
    .join('');
}
