/**
 * A longitude or latitude as text: six decimals and the hemisphere. A device without a position shows 0
 * (interpretations A59, B24); never put such a device on a map.
 * @param degrees WGS 84; east and north are positive.
 */
export function formatCoordinate(
  axis: 'longitude' | 'latitude',
  degrees: number | string | null | undefined,
): string {
  const number = degrees === '' || degrees == null ? Number.NaN : Number(degrees);
  if (!Number.isFinite(number)) return '0';
  const [positive, negative] = axis === 'longitude' ? ['E', 'W'] : ['N', 'S'];
  return `${Math.abs(number).toFixed(6)}° ${number < 0 ? negative : positive}`;
}
