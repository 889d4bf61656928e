/** Pure: the colour scale of a cell heat map. */
import type { Cell } from './packs.ts';

export interface HeatScale {
  min: number;
  max: number;
  /** Largest minus smallest value. */
  spread: number;
  median: number;
  /** Values at the ends of the colour scale. */
  low: number;
  high: number;
}

/**
 * The scale of one pack: symmetric about the median, so that a deviating cell stands out in its direction, and
 * never narrower than `narrowest`, so that noise of a few millivolts does not look like a fault. Null without
 * cells.
 */
export function heatScale(cells: readonly Cell[], narrowest: number): HeatScale | null {
  if (cells.length === 0) return null;
  const sorted = cells.map((c) => c.value).sort((a, b) => a - b);
  const min = sorted[0]!;
  const max = sorted[sorted.length - 1]!;
  const middle = Math.floor(sorted.length / 2);
  const median = sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
  const reach = Math.max(max - median, median - min, narrowest / 2);
  return { min, max, spread: max - min, median, low: median - reach, high: median + reach };
}

/** Position of a value on the scale: -1 at its low end, 0 at the median, 1 at its high end. */
export function heatOf(value: number, scale: HeatScale): number {
  const reach = scale.high - scale.median;
  if (reach <= 0) return 0;
  return Math.max(-1, Math.min(1, (value - scale.median) / reach));
}

/** Maximum share of a mark colour under text that keeps a contrast of 4.5 : 1 in both schemes. */
const STRONGEST_PERCENT = 52;

/** The background of a cell as CSS: the surface, tinted towards the cool or the warm colour. */
export function heatColor(heat: number): string {
  const percent = Math.round(Math.abs(heat) * STRONGEST_PERCENT);
  const tint = heat < 0 ? 'var(--vl-heat-low)' : 'var(--vl-heat-high)';
  return `color-mix(in oklab, ${tint} ${percent}%, var(--vl-surface-sunken))`;
}

/** The cells to mark as highest and lowest: the first of each, and none if all are equal. */
export function extremes(cells: readonly Cell[]): { highest: number | null; lowest: number | null } {
  let highest = cells[0];
  let lowest = cells[0];
  for (const cell of cells) {
    if (cell.value > highest!.value) highest = cell;
    if (cell.value < lowest!.value) lowest = cell;
  }
  if (!highest || !lowest || highest.value === lowest.value) return { highest: null, lowest: null };
  return { highest: highest.no, lowest: lowest.no };
}
