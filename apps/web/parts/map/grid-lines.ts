/** Pure: the lines of equal longitude and latitude that a view shows, so that a map without roads is no empty field. */

import { type MapView, project, toScreen, unproject } from './map-view.ts';

/** Lines stand at least so far apart, px. */
const LEAST_PX = 110;

export interface GridLine {
  /** Px from the left for a longitude, from the top for a latitude. */
  at: number;
  /** Degrees with the decimals that tell it from its neighbours; west and south are negative, as in the fields. */
  text: string;
}

/** Longitudes and latitudes at 1, 2 or 5 and zeros. */
export function gridLines(
  view: MapView,
  width: number,
  height: number,
): { longitudes: GridLine[]; latitudes: GridLine[] } {
  const corner = (x: number, y: number) =>
    unproject({
      x: view.center.x + (x - width / 2) / view.scale,
      y: view.center.y + (y - height / 2) / view.scale,
    });
  const { longitude: west, latitude: north } = corner(0, 0);
  const south = corner(0, height).latitude;
  const degrees = (width / view.scale) * 360;
  const step = stepOf((degrees / width) * LEAST_PX);
  const decimals = Math.max(0, -Math.floor(Math.log10(step)));
  const text = (value: number) => `${value.toFixed(decimals)}°`;
  const longitudes: GridLine[] = [];
  for (let n = Math.ceil(west / step); n * step < west + degrees; n++) {
    // Beyond the date line the world goes on at its other end.
    const turned = ((((n * step + 180) % 360) + 360) % 360) - 180;
    longitudes.push({ at: ((n * step - west) / degrees) * width, text: text(turned) });
  }
  const latitudes: GridLine[] = [];
  for (let n = Math.ceil(south / step); n * step < north; n++) {
    const { y } = toScreen(project(0, n * step), view, width, height);
    latitudes.push({ at: y, text: text(n * step) });
  }
  return { longitudes, latitudes };
}

/** The next 1, 2 or 5 and zeros. */
function stepOf(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5, 10].find((n) => n * power >= least) ?? 10;
  return Number((factor * power).toPrecision(1));
}
