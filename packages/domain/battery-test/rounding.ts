/**
 * Rounded to so many decimals, halves away from zero, as PostgreSQL and the form do. What binary fractions add at the
 * end of a number (0.285 · 100 = 28.499…) does not decide.
 */
export function roundTo(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  const scaled = Number((Math.abs(value) * factor).toPrecision(12));
  return (Math.sign(value) * Math.round(scaled)) / factor || 0;
}
