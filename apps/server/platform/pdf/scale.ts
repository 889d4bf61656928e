/** The lowest suitable upper end of a scale: 1, 2, 4, 6 or 8 times a power of ten. */
export function niceTop(most: number): number {
  if (most <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(most));
  return ([1, 2, 4, 6, 8, 10].find((factor) => factor * power >= most) ?? 10) * power;
}
