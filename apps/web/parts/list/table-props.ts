import type { DataTableProps } from '@voltloop/ui/data-table.tsx';
import type { TableViewOf } from './use-table-view.ts';

/** Properties that all lists pass to their table, to be spread into `DataTable`. */

interface Asked {
  isPending: boolean;
  isFetching: boolean;
  error: unknown;
  refetch: () => unknown;
}

/** The state of the query for the rows: first load, reload, failure, and trying again. */
export function queryProps({ isPending, isFetching, error, refetch }: Asked) {
  return { loading: isPending, fetching: isFetching, error, onRetry: () => void refetch() };
}

/** How the account wants the columns, and that it may change them. */
export function lookProps<Row>({ view, setView, ready, setFitting }: TableViewOf<Row>) {
  return { view, onViewChange: setView, ready, onFit: setFitting };
}

/** The order of a list as its address says it. */
interface Ordered<Sort extends string> {
  sort: Sort;
  order: 'asc' | 'desc';
}

/**
 * The order of rows that the server sorts.
 * @param sorts Columns that it can sort by
 * @param built The order without a choice, and after a column that it cannot sort by
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
