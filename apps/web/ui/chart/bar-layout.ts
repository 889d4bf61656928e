/** A bar from one value to another, at a position within its category. */
export interface Bar {
  series: number;
  category: number;
  /** Position among the side-by-side groups of the category. */
  group: number;
  from: number;
  to: number;
}

/**
 * Positions the bars: series with the same `stack` on top of each other (negative ones downwards), others side by side.
 * `min` and `max` are the extremes of all bars and always include zero.
 */
export function layoutBars(
  series: readonly { key: string; stack?: string; values: readonly (number | null)[] }[],
  categories: number,
): { bars: Bar[]; groups: number; min: number; max: number } {
  const names: string[] = [];
  const groupOf = series.map((each) => {
    const name = each.stack === undefined ? `own:${each.key}` : `stack:${each.stack}`;
    const index = names.indexOf(name);
    return index >= 0 ? index : names.push(name) - 1;
  });
  const bars: Bar[] = [];
  let min = 0;
  let max = 0;
  for (let category = 0; category < categories; category++) {
    const up = names.map(() => 0);
    const down = names.map(() => 0);
    series.forEach((each, index) => {
      const value = each.values[category];
      if (value === null || value === undefined || value === 0) return;
      const group = groupOf[index]!;
      const side = value > 0 ? up : down;
      const from = side[group]!;
      const to = from + value;
      side[group] = to;
      min = Math.min(min, to);
      max = Math.max(max, to);
      bars.push({ series: index, category, group, from, to });
    });
  }
  return { bars, groups: names.length, min, max };
}
