import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { batteryTree } from '@voltloop/contract/calls/batteries.ts';
import { call } from '../../../api/call.ts';

/** Page size of parts; a pack can have thousands of cells. */
const AT_ONCE = 200;

/** The root of a battery's tree, the path to it, and counts. */
export const treeOf = (id: string) =>
  queryOptions({
    queryKey: ['rows', 'battery', 'tree', id],
    queryFn: ({ signal }) => call(batteryTree, { query: { id, size: 0 }, signal }),
  });

/** The direct parts of a battery, page by page. */
export const partsOf = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['rows', 'battery', 'parts', id],
    initialPageParam: 1,
    queryFn: ({ signal, pageParam }) =>
      call(batteryTree, { query: { id, under: id, page: pageParam, size: AT_ONCE }, signal }),
    getNextPageParam: ({ page, total }) => (page * AT_ONCE < total ? page + 1 : undefined),
  });
