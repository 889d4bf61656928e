import type { Position } from '@voltloop/resources/geofence/geometry.ts';

/** Within China a pair of numbers shows which is latitude and which is longitude. */
const CHINA = { longitude: [73, 136], latitude: [3, 54] } as const;
const within = (value: number, [least, most]: readonly [number, number]) => value >= least && value <= most;
const inChina = ({ longitude, latitude }: Position) =>
  within(longitude, CHINA.longitude) && within(latitude, CHINA.latitude);
const exists = ({ longitude, latitude }: Position) => Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90;

/**
 * Pure: a position as people copy it: two numbers, the longitude first as Chinese maps write it. The other way around
 * is understood where it can only be meant so. Null for what is no position.
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
