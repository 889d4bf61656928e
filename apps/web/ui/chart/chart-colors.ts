/** A colour of the chart palette (`--vl-chart-1` … `--vl-chart-8`), with the same meaning in both schemes. */
export type ChartColor = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** The roles of energy, each with its own colour on every page (`--vl-energy-…` in tokens.css). */
export const energyRoles = [
  'solar',
  'load',
  'import',
  'export',
  'charge',
  'discharge',
  'soc',
  'battery',
  'grid',
] as const;
export type EnergyRole = (typeof energyRoles)[number];
export type SeriesColor = ChartColor | EnergyRole;

/** The colours of the energy flows, on every page. */
export const energyColors = {
  soc: 'soc',
  battery: 'battery',
  charge: 'charge',
  pv: 'solar',
  grid: 'grid',
  import: 'import',
  load: 'load',
  export: 'export',
  discharge: 'discharge',
} as const satisfies Record<string, EnergyRole>;

/** The colour as a CSS value; series without one get those of the palette in order. */
export function chartColor(color: SeriesColor | undefined, index: number): string {
  if (typeof color === 'string') return `var(--vl-energy-${color})`;
  return `var(--vl-chart-${color ?? (index % 8) + 1})`;
}
