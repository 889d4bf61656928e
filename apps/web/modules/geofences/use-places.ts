import { useQuery } from '@tanstack/react-query';
import { rightOf } from '@voltloop/resource-kit';
import { type Position, positionOf } from '@voltloop/resources/geofence/geometry.ts';
import { registry } from '@voltloop/resources/registry.ts';
import { call } from '../../api/call.ts';
import { hasRight, useWho } from '../../context/rights.ts';
import { load, type RowsPage } from '../resources/index.ts';

export interface Place {
  id: string;
  name: string;
  at: Position;
}

/** Entities that say where the business is, the most telling first. */
const PLACED = ['recycleSite', 'store'] as const;
/** So many of each are enough to find one's way by. */
const MOST = 50;
const PRESENT = JSON.stringify([{ field: 'longitude', op: 'present' }]);
const none: readonly Place[] = [];

/** Where the business has its sites and stores, the oldest first, as far as the account may see them. */
export function usePlaces(): readonly Place[] {
  const who = useWho();
  const seen = PLACED.filter((name) => {
    const entry = registry[name];
    return entry && hasRight(who, rightOf(entry));
  });
  const found = useQuery({
    queryKey: ['rows', 'places', seen],
    staleTime: 5 * 60_000,
    meta: { silent: true },
    enabled: seen.length > 0,
    queryFn: async ({ signal }): Promise<Place[]> => {
      const lists = await Promise.all(
        seen.map(async (name) => {
          const { calls, resource } = await load(name);
          const query = { page: 1, size: MOST, sort: 'createTime', order: 'asc', filter: PRESENT } as never;
          const { list } = (await call(calls.findPage, { query, signal })) as unknown as RowsPage;
          return list.flatMap((row) => {
            const at = positionOf(row);
            return at ? [{ id: row.id, name: String(row[resource.title] ?? ''), at }] : [];
          });
        }),
      );
      return lists.flat();
    },
  });
  return found.data ?? none;
}
