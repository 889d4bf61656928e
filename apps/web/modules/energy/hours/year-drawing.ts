import type { EnergyHours } from '@voltloop/contract/calls/energy-hours.ts';
import { energyColors } from '../../../ui/chart/chart-colors.ts';
import { type CellKind, SHADES, shadeOf } from './year-grid.ts';

/** Layout of the cells, px: days across and hours down; transposed if `upright`. */
export interface YearPlace {
  upright: boolean;
  days: number;
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The cell at a position; null outside the plot. */
export function placeOf(plot: YearPlace, x: number, y: number): { day: number; hour: number } | null {
  const across = (x - plot.left) / plot.width;
  const down = (y - plot.top) / plot.height;
  if (across < 0 || across >= 1 || down < 0 || down >= 1) return null;
  const [day, hour] = plot.upright ? [down, across] : [across, down];
  return { day: Math.floor(day * plot.days), hour: Math.floor(hour * 24) };
}

/** Minimum share of the energy's colour in a nonzero cell, percent. */
const FAINTEST = 14;

/** The shade at a fraction of the scale, as CSS. */
export const shade = (color: string, ground: string, step: number) =>
  step === 0
    ? ground
    : `color-mix(in oklab, ${color} ${FAINTEST + Math.round(((100 - FAINTEST) * step) / SHADES)}%, ${ground})`;

interface Picture {
  plot: YearPlace;
  hours: EnergyHours;
  end: number;
  kind: (day: number, hour: number) => CellKind;
  size: { width: number; height: number };
}

/** Draws the cells: shades of the energy's colour, plain background for zero, stripes where nothing was reported. */
export function drawYear(canvas: HTMLCanvasElement, { plot, hours, end, kind, size }: Picture): void {
  const ratio = window.devicePixelRatio || 1;
  canvas.width = Math.round(size.width * ratio);
  canvas.height = Math.round(size.height * ratio);
  const paint = canvas.getContext('2d');
  if (!paint) return;
  const style = getComputedStyle(canvas);
  const token = (name: string) => style.getPropertyValue(`--vl-${name}`).trim();
  const color = token(`energy-${energyColors[hours.energy]}`);
  const ground = token('surface-sunken');
  const shades = Array.from({ length: SHADES + 1 }, (_, step) => shade(color, ground, step));
  const stripes = stripesOf(paint, token('border-strong'), ratio);
  const across = plot.upright ? 24 : plot.days;
  const down = plot.upright ? plot.days : 24;
  // Whole device pixels, so that no seams show between cells.
  const x = (i: number) => Math.round((plot.left + (i / across) * plot.width) * ratio);
  const y = (i: number) => Math.round((plot.top + (i / down) * plot.height) * ratio);
  hours.days.forEach((day, i) => {
    for (let hour = 0; hour < 24; hour++) {
      const what = kind(i, hour);
      if (what === 'future' || what === 'skipped') continue;
      const [column, row] = plot.upright ? [hour, i] : [i, hour];
      paint.fillStyle = what === 'none' ? stripes : (shades[shadeOf(day.kwh[hour] ?? 0, end)] as string);
      paint.fillRect(x(column), y(row), x(column + 1) - x(column), y(row + 1) - y(row));
    }
  });
}

function stripesOf(paint: CanvasRenderingContext2D, color: string, ratio: number): CanvasPattern | string {
  const tile = document.createElement('canvas');
  const size = Math.round(8 * ratio);
  tile.width = size;
  tile.height = size;
  const own = tile.getContext('2d');
  if (!own) return color;
  own.strokeStyle = color;
  own.lineWidth = ratio;
  own.beginPath();
  for (const shift of [-size, 0, size]) {
    own.moveTo(shift, size);
    own.lineTo(shift + size, 0);
  }
  own.stroke();
  return paint.createPattern(tile, 'repeat') ?? color;
}
