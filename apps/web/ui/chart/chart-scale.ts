import { formatNumber } from '../text/format.ts';

/** Round steps (1, 2, 2.5, 5 × 10ⁿ) that divide `min` … `max` into about `count` parts, and the rounded ends. */
export function niceTicks(min: number, max: number, count = 5): number[] {
  const low = Math.min(min, max);
  let high = Math.max(min, max);
  if (low === high) high = low + 1;
  const rough = (high - low) / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((m) => m * power >= rough * 0.999) ?? 10) * power;
  const first = Math.floor(low / step + 1e-9);
  const last = Math.ceil(high / step - 1e-9);
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

/** Decimals with which neighbouring tick labels differ (0-3). */
export function tickDecimals(ticks: readonly number[]): number {
  const step = Math.abs((ticks[1] ?? 1) - (ticks[0] ?? 0));
  for (let decimals = 0; decimals < 3; decimals++)
    if (Math.abs(Number(step.toFixed(decimals)) - step) < step / 1000) return decimals;
  return 3;
}

/** Tick labels with as many decimals as the step needs (2.5 is not 3), with the unit at the top one. */
export function axisLabels(
  splits: readonly number[],
  step: number,
  unit: string,
  language: string,
): string[] {
  const decimals = tickDecimals([0, step]);
  return splits.map((split, i) => {
    const text = formatNumber(split, decimals, language);
    return i === splits.length - 1 && unit ? `${text} ${unit}` : text;
  });
}

/**
 * Inserts a gap between neighbours that are further apart than `gap_ms`, so that the line breaks there instead of
 * interpolating. `times` ascend, in epoch ms; all columns have the same length.
 */
export function withGaps(
  times: readonly number[],
  columns: readonly (readonly (number | null)[])[],
  gap_ms: number | undefined,
): { times: number[]; columns: (number | null)[][] } {
  if (!gap_ms) return { times: times as number[], columns: columns as (number | null)[][] };
  const outTimes: number[] = [];
  const outColumns: (number | null)[][] = columns.map(() => []);
  for (let i = 0; i < times.length; i++) {
    const time = times[i]!;
    const before = times[i - 1];
    if (before !== undefined && time - before > gap_ms) {
      outTimes.push(before + 1);
      for (const column of outColumns) column.push(null);
    }
    outTimes.push(time);
    columns.forEach((column, c) => {
      outColumns[c]!.push(column[i] ?? null);
    });
  }
  return { times: outTimes, columns: outColumns };
}
