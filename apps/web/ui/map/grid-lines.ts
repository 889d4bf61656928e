/** Pure: lines of equal longitude and latitude, for orientation on a map without streets. */

/** Smallest distance between lines, px. */
const LEAST_PX = 110;

export interface GridLine {
  /** Degrees; beyond the date line they continue past 180. */
  degrees: number;
  /** With enough decimals to differ from its neighbours; west and south are negative, as in the fields. */
  text: string;
}

/** Longitudes and latitudes at multiples of 1, 2 or 5 times a power of ten, for a map `width` px wide. */
export function gridLines(
  [west, south, east, north]: readonly [number, number, number, number],
  width: number,
): { longitudes: GridLine[]; latitudes: GridLine[] } {
  const step = stepOf(((east - west) / width) * LEAST_PX);
  const decimals = Math.max(0, -Math.floor(Math.log10(step)));
  const lines = (from: number, to: number, named: (degrees: number) => number): GridLine[] => {
    const found: GridLine[] = [];
    for (let n = Math.ceil(from / step); n * step < to; n++)
      found.push({ degrees: n * step, text: `${named(n * step).toFixed(decimals)}°` });
    return found;
  };
  return {
    longitudes: lines(west, east, (degrees) => ((((degrees + 180) % 360) + 360) % 360) - 180),
    latitudes: lines(south, north, (degrees) => degrees),
  };
}

/** Rounds up to 1, 2 or 5 times a power of ten. */
function stepOf(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5, 10].find((n) => n * power >= least) ?? 10;
  return Number((factor * power).toPrecision(1));
}
