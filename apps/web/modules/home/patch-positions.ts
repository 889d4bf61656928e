/** Pure: merges live states into the positions of the map. */
import type { LiveEvents } from '@voltloop/contract';

/**
 * The positions with new states. Only a change of state or of the worst active event's level redraws the map: the
 * state of charge changes every second and is not on the map, so it is updated with the next fetch.
 */
export function patchPositions<T extends { devid: string; status: number; problem_level: number }>(
  places: T[],
  event: LiveEvents['state'],
): T[] {
  const states = new Map(event.things.map((state) => [state.devid, state]));
  let changed = false;
  const next = places.map((place) => {
    const state = states.get(place.devid);
    const problem_level = state?.problem?.level ?? 0;
    if (!state || (state.status === place.status && problem_level === place.problem_level)) return place;
    changed = true;
    return { ...place, status: state.status, problem_level };
  });
  return changed ? next : places;
}
