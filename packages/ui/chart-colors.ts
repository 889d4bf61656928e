/** A colour of the chart palette (`--vl-chart-1` … `--vl-chart-8`), the same in meaning in both schemes. */
export type ChartColor = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** The roles of energy, each with a colour of its own on every page (`--vl-energy-…` in tokens.css). */
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

/** What the energy flows are drawn in, everywhere. */
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

/** The colour as a CSS value; series without one take those of the palette in order. */
export function chartColor(color: SeriesColor | undefined, index: number): string {
  if (typeof color === 'string') return `var(--vl-energy-${color})`;
  return `var(--vl-chart-${color ?? (index % 8) + 1})`;
}
