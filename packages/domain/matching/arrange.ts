import type { Columns } from './columns.ts';
import { Evaluator } from './cost.ts';
import { type Limits, limitOf } from './limits.ts';

/**
 * Distributes the members of a pack to its groups in series, the strongest first and every other round backwards, so
 * that the groups of parallel members have nearly equal sums.
 */
export function arrange(
  pack: readonly number[],
  columns: Columns,
  series: number,
  parallel: number,
): number[][] {
  if (parallel === 1) return pack.map((place) => [place]);
  const capacity = columns[0] as Float64Array;
  const order = [...pack].sort((a, b) => (capacity[b] as number) - (capacity[a] as number) || a - b);
  const groups: number[][] = Array.from({ length: series }, () => []);
  order.forEach((place, n) => {
    const [round, at] = [Math.floor(n / series), n % series];
    groups[round % 2 === 0 ? at : series - 1 - at]?.push(place);
  });
  return groups;
}

/** Whether groups of parallel members keep the limits within and among each other. */
export function isArrangedWithin(
  groups: readonly (readonly number[])[],
  columns: Columns,
  limits: { parallel: Limits; series: Limits },
): boolean {
  const members = new Evaluator(columns, limitOf(limits.parallel));
  const wholes = new Evaluator(wholesOf(groups, columns), limitOf(limits.series));
  return groups.every((group) => members.within(group)) && wholes.within(groups.map((_, n) => n));
}

/** Groups as single members: capacities add up, resistances are in parallel, other measures are averaged. */
function wholesOf(groups: readonly (readonly number[])[], columns: Columns): Columns {
  const over = (column: Float64Array | undefined, of: (values: number[]) => number) =>
    Float64Array.from(groups, (group) => of(group.map((place) => column?.[place] as number)));
  const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);
  const mean = (values: number[]) => sum(values) / values.length;
  const [capacity, dcir, ...others] = columns;
  return [
    over(capacity, sum),
    over(dcir, (values) => 1 / sum(values.map((value) => 1 / value))),
    ...others.map((column) => over(column, mean)),
  ];
}

/** The wider of both limits: two members of a pack may be in one group or in two. */
export function widest({ parallel, series }: { parallel: Limits; series: Limits }): Limits {
  const wider = { ...parallel };
  for (const name of Object.keys(wider) as (keyof Limits)[])
    wider[name] = Math.max(wider[name], series[name]);
  return wider;
}
