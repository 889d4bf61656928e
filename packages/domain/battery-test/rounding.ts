/**
 * Rounded to a number of decimals, half away from zero, as PostgreSQL and the form do. Errors of binary fractions
 * (0.285 · 100 = 28.499…) are ignored.
 */
export function roundTo(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  const scaled = Number((Math.abs(value) * factor).toPrecision(12));
  return (Math.sign(value) * Math.round(scaled)) / factor || 0;
}
