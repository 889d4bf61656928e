/** The route of a device in a vehicle: laps around a place. */

export interface Route {
  radius_m: number;
  lap_min: number;
}

const M_PER_DEGREE = 111_195;

interface Coordinates {
  lat: number;
  lon: number;
}

/** The place at `metres` from another, by the angle from north; accurate to about a metre over some kilometres. */
function offsetPlace(from: Coordinates, metres: number, angle_rad: number): Coordinates {
  const lat = from.lat + (metres * Math.cos(angle_rad)) / M_PER_DEGREE;
  const lon =
    from.lon + (metres * Math.sin(angle_rad)) / (M_PER_DEGREE * Math.cos((from.lat * Math.PI) / 180));
  return { lat: round6(lat), lon: round6(lon) };
}
const round6 = (x: number): number => Math.round(x * 1e6) / 1e6;

/** The position on the route around `center` at a time: laps begin in the north. */
export function placeOn(center: Coordinates, { radius_m, lap_min }: Route, now_ms: number): Coordinates {
  const lap_ms = lap_min * 60_000;
  return offsetPlace(center, radius_m, ((now_ms % lap_ms) / lap_ms) * 2 * Math.PI);
}
