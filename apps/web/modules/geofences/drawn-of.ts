import { type Position, positionOf } from '@voltloop/resources/geofence/geometry.ts';
import type { Drawn } from './edit-shape.ts';

/**
 * Pure: the shape of a geofence's form or row, as the map draws it; null before a shape is chosen. Incomplete
 * corners are skipped.
 * @param convert From the coordinates of the values to WGS-84
 */
export function drawnOf(
  values: Readonly<Record<string, unknown>>,
  convert: (position: Position) => Position = (position) => position,
): Drawn | null {
  const at = (value: unknown) => {
    const position = positionOf(value as Record<string, unknown>);
    return position && convert(position);
  };
  if (values.shape === 'circle') {
    const radius_m = Number(values.radiusM);
    return { shape: 'circle', center: at(values), radius_m: radius_m > 0 ? radius_m : null };
  }
  if (values.shape !== 'polygon') return null;
  const ring = Array.isArray(values.ring) ? values.ring : [];
  return { shape: 'polygon', ring: ring.map(at).filter((position) => position !== null) };
}
