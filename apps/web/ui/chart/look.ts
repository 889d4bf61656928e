import type { ChartColor } from './chart-colors.ts';

/** Colours and fonts of the design tokens, resolved for a renderer that does not support CSS variables. */
export interface Look {
  palette: readonly string[];
  ink: string;
  quiet: string;
  grid: string;
  surface: string;
  sunken: string;
  focus: string;
  font: string;
}

/** Reads the tokens at an element, in its colour scheme. */
export function lookOf(element: HTMLElement): Look {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(`--vl-${name}`).trim();
  return {
    palette: [1, 2, 3, 4, 5, 6, 7, 8].map((index) => token(`chart-${index}`)),
    ink: token('ink-2'),
    quiet: token('chart-axis'),
    grid: token('chart-grid'),
    surface: token('surface'),
    sunken: token('surface-sunken'),
    focus: token('focus'),
    font: token('font'),
  };
}

/** A colour of the palette; without one, the next in order. */
export function colorOf(look: Look, color: ChartColor | undefined, index: number): string {
  return look.palette[(color ?? (index % 8) + 1) - 1] ?? look.ink;
}
