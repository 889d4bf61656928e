/** Pure: live states written into the places of the map. */
import type { LiveEvents } from '@voltloop/contract';

/**
 * The places with new states. Only a change of state draws the map again: the state of charge changes by the second
 * and is not on the map, so it is left until the places are next fetched.
 */
export function patchPositions<T extends { devid: string; status: number }>(
  places: T[],
  event: LiveEvents['state'],
): T[] {
  const states = new Map(event.things.map((state) => [state.devid, state.status]));
  let changed = false;
  const next = places.map((place) => {
    const status = states.get(place.devid);
    if (status === undefined || status === place.status) return place;
    changed = true;
    return { ...place, status };
  });
  return changed ? next : places;
}
