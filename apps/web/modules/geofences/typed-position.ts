import type { Position } from '@voltloop/resources/geofence/geometry.ts';

/** Within China the ranges of latitude and longitude do not overlap, so the order can be detected. */
const CHINA = { longitude: [73, 136], latitude: [3, 54] } as const;
const within = (value: number, [least, most]: readonly [number, number]) => value >= least && value <= most;
const inChina = ({ longitude, latitude }: Position) =>
  within(longitude, CHINA.longitude) && within(latitude, CHINA.latitude);
const exists = ({ longitude, latitude }: Position) => Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90;

/**
 * Pure: parses a copied position: two numbers, longitude first as on Chinese maps. The reverse order is accepted
 * where it is unambiguous. Null if invalid.
 */
export function typedPosition(text: string): Position | null {
  const parts = text
    .normalize('NFKC')
    .replace(/°/g, ' ')
    .split(/[\s,;、]+/)
    .filter(Boolean);
  const [first = Number.NaN, second = Number.NaN] = parts.map(Number);
  if (parts.length !== 2 || Number.isNaN(first) || Number.isNaN(second)) return null;
  const given = { longitude: first, latitude: second };
  const turned = { longitude: second, latitude: first };
  if (!exists(given)) return exists(turned) ? turned : null;
  return !inChina(given) && inChina(turned) ? turned : given;
}
