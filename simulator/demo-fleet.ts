/** A fleet generated from a seed: places, names, sizes. */

import type { Place, SavedSystem, SystemOptions } from './fleet/index.ts';
import { hash32, stream, uniform } from './fleet/random.ts';
import { type Town, towns } from './places.ts';
import type { Route } from './route.ts';

/** One system of a fleet, as in a devices file. */
export interface FleetDevice extends Partial<SystemOptions> {
  devid: string;
  place: Place;
  seed: number;
  packs: number;
  /** A name for people. */
  name: string;
  /** MQTT password; required in a devices file, absent in a generated fleet. */
  secret?: string;
  /** Route of a vehicle that carries it; stationary without one. */
  route?: Route;
  /** Where an earlier run or the history stopped. */
  state?: SavedSystem;
}

/** Common sizes: most homes have two to four packs. */
const packChoices = [2, 2, 2, 3, 3, 3, 4, 4, 5, 6, 8];

/** Route of the mobile system, at 25 km/h, and its index among those in China. */
const ROUTE: Route = { radius_m: 8000, lap_min: 120 };
const MOBILE = 3;

/**
 * `count` systems, the same for the same seed; the first n are the same for every count. One of those in China is
 * mobile, in a vehicle.
 */
export function demoFleet(count: number, seed: number): FleetDevice[] {
  const weights = towns.reduce((sum, t) => sum + t.weight, 0);
  const perTown = new Map<string, number>();
  let inChina = 0;
  return Array.from({ length: count }, (_, i) => {
    const own = hash32(stream(seed, 'fleet'), i);
    const town = pickTown(uniform(own, 1) * weights);
    const n = (perTown.get(town.name) ?? 0) + 1;
    perTown.set(town.name, n);
    const rides = town.country === 'CN' && ++inChina === MOBILE;
    return {
      ...(rides ? { route: ROUTE } : {}),
      devid: `HB25${String(i + 1).padStart(5, '0')}`,
      name: `${town.name} ${String(n).padStart(2, '0')}`,
      seed: own,
      packs: packChoices[hash32(own, 2) % packChoices.length] as number,
      place: {
        name: town.name,
        country: town.country,
        // Offset by up to about 6 km, with six decimals as in the registry.
        lat: round6(town.lat + 0.11 * (uniform(own, 3) - 0.5)),
        lon: round6(town.lon + 0.11 * (uniform(own, 4) - 0.5)),
        tz: town.tz,
      },
    };
  });
}

function pickTown(point: number): Town {
  let left = point;
  for (const t of towns) {
    left -= t.weight;
    if (left < 0) return t;
  }
  return towns.at(-1) as Town;
}

const round6 = (x: number): number => Math.round(x * 1e6) / 1e6;
