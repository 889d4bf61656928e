/** A colour of the chart palette (`--vl-chart-1` … `--vl-chart-8`), the same in meaning in both schemes. */
export type ChartColor = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** What the energy flows are drawn in, everywhere. */
export const energyColors = {
  soc: 1,
  battery: 2,
  charge: 2,
  pv: 3,
  grid: 4,
  import: 4,
  load: 5,
  export: 6,
  discharge: 1,
} as const satisfies Record<string, ChartColor>;

/** The palette colour as a CSS value; series without one take them in order. */
export function chartColor(color: ChartColor | undefined, index: number): string {
  return `var(--vl-chart-${color ?? (index % 8) + 1})`;
}
