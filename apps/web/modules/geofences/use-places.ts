import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { rightOf } from '@voltloop/resource-kit';
import { type Position, positionOf } from '@voltloop/resources/geofence/geometry.ts';
import { registry } from '@voltloop/resources/registry.ts';
import { hasRight, useWho } from '../../context/rights.ts';
import { callResource, load } from '../resources/index.ts';
import { typedPosition } from './typed-position.ts';

export interface Place {
  id: string;
  name: string;
  /** Name of the resource. */
  of: string;
  at: Position;
}

/** Resources with locations of the business, the most useful first. */
const PLACED = ['recycleSite', 'store'] as const;
/** Maximum per resource: enough for orientation. */
const MAX_PLACES = 50;
const PRESENT = JSON.stringify([{ field: 'longitude', op: 'present' }]);
const none: readonly Place[] = [];

/** Resources that have a position and can be searched by name. */
const FINDABLE = [...PLACED, 'enterprise', 'device'] as const;
const MAX_FOUND = 5;

/** The resources visible to the account. */
function useReadable<Name extends string>(names: readonly Name[]): Name[] {
  const who = useWho();
  return names.filter((name) => {
    const entry = registry[name];
    return entry && hasRight(who, rightOf(entry));
  });
}

/** The rows of a resource that have a position, as places. */
async function placesOf(name: string, query: object, signal: AbortSignal): Promise<Place[]> {
  const { calls, resource } = await load(name);
  const { list } = await callResource(calls, 'findPage', { page: 1, filter: PRESENT, ...query }, signal);
  return list.flatMap((row) => {
    const at = positionOf(row);
    return at ? [{ id: row.id, name: String(row[resource.title] ?? ''), of: name, at }] : [];
  });
}

/** The search for places of the business by name: sites, stores, enterprises and devices. */
function usePlaceSearch() {
  const readable = useReadable(FINDABLE);
  return (search: string) =>
    queryOptions({
      queryKey: ['rows', 'found places', readable, search],
      queryFn: async ({ signal }) =>
        (
          await Promise.all(readable.map((name) => placesOf(name, { size: MAX_FOUND, search }, signal)))
        ).flat(),
    });
}

/** Places of the business that match a search. */
export function useFoundPlaces(search: string): readonly Place[] {
  const searchOf = usePlaceSearch();
  const found = useQuery({
    ...searchOf(search),
    enabled: search.length > 0 && typedPosition(search) === null,
    meta: { silent: true },
  });
  return found.data ?? none;
}

/** Returns the first place that matches a search, null when there is none; throws when the search fails. */
export function useFindPlace(): (search: string) => Promise<Place | null> {
  const searchOf = usePlaceSearch();
  const client = useQueryClient();
  return async (search) => (await client.fetchQuery({ ...searchOf(search), staleTime: 10_000 }))[0] ?? null;
}

/** Sites and stores of the business visible to the account, oldest first. */
export function usePlaces(): readonly Place[] {
  const readable = useReadable(PLACED);
  const found = useQuery({
    queryKey: ['rows', 'places', readable],
    staleTime: 5 * 60_000,
    meta: { silent: true },
    enabled: readable.length > 0,
    queryFn: async ({ signal }) => {
      const oldest = { size: MAX_PLACES, sort: 'createTime', order: 'asc' };
      return (await Promise.all(readable.map((name) => placesOf(name, oldest, signal)))).flat();
    },
  });
  return found.data ?? none;
}
