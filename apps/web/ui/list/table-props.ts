import type { DataTableProps } from '../table/data-table.tsx';
import type { TableViewOf } from './use-table-view.ts';

/** Properties that all lists pass to their `DataTable`. */

interface QueryState {
  isPending: boolean;
  isFetching: boolean;
  error: unknown;
  refetch: () => unknown;
}

/** The query state of the rows: first load, reload, failure and retry. */
export function queryProps({ isPending, isFetching, error, refetch }: QueryState) {
  return { loading: isPending, fetching: isFetching, error, onRetry: () => void refetch() };
}

/** The account's column settings, and that it may change them. */
export function lookProps<Row>({ view, setView, ready, setFitting }: TableViewOf<Row>) {
  return { view, onViewChange: setView, ready, onFit: setFitting };
}

/** The sort order from the list's URL. */
interface Ordered<Sort extends string> {
  sort: Sort;
  order: 'asc' | 'desc';
}

/**
 * The order of rows that the server sorts.
 * @param sorts Sortable columns
 * @param built The default order, also when a sort by another column is removed
 */
export function sortProps<Sort extends string>(
  view: Ordered<Sort>,
  sorts: readonly Sort[],
  built: Ordered<Sort>,
  show: (next: Ordered<Sort>) => void,
) {
  return {
    sort: { id: view.sort, desc: view.order === 'desc' },
    onSortChange: (chosen) => {
      const sort = sorts.find((each) => each === chosen?.id);
      if (sort && chosen) show({ sort, order: chosen.desc ? 'desc' : 'asc' });
      else show({ sort: built.sort, order: built.order });
    },
  } satisfies Partial<DataTableProps<never>>;
}
