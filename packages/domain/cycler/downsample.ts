import type { Curve } from './curve.ts';

/** A curve for drawing. */
export interface Drawing {
  time_s: number[];
  current_A: number[];
  voltage_V: number[];
}

/**
 * About `count` points that preserve the shape: of each section of rows the first one and those with the lowest and
 * highest voltage and current, so that no pulse is lost.
 */
export function downsample({ time_s, current_A, voltage_V }: Curve, count: number): Drawing {
  const rows = time_s.length;
  const kept = new Set<number>();
  const stretch = Math.max(1, Math.ceil(rows / Math.max(1, Math.floor(count / 5))));
  for (let from = 0; from < rows; from += stretch) {
    const to = Math.min(rows, from + stretch);
    kept.add(from);
    for (const values of [voltage_V, current_A]) {
      let [least, most] = [from, from];
      for (let i = from; i < to; i++) {
        if ((values[i] as number) < (values[least] as number)) least = i;
        if ((values[i] as number) > (values[most] as number)) most = i;
      }
      kept.add(least).add(most);
    }
  }
  if (rows > 0) kept.add(rows - 1);
  const places = [...kept].sort((a, b) => a - b);
  const at = (values: Float64Array, decimals: number) =>
    places.map((place) => Number((values[place] as number).toFixed(decimals)));
  return { time_s: at(time_s, 1), current_A: at(current_A, 3), voltage_V: at(voltage_V, 4) };
}
