import {
  type ColumnDef,
  createSortedRowModel,
  type RowData,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import { compareValues } from './compare-values.ts';
import type { Column, DataTableProps, Sort, TableRow } from './types.ts';

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });

export interface Rows<Row> {
  count: number;
  /** Undefined for a lazy row that has not loaded. */
  rowOf: (index: number) => TableRow<Row> | undefined;
  /** The loaded rows in order; none of a lazy list. */
  list: readonly TableRow<Row>[];
  sort: Sort | null;
  /** The next order after a click on a heading: first direction, other direction, none. */
  toggleSort: (column: Column<Row>) => void;
}

/** The rows of a table in order: sorted here or by the caller, or fetched piece by piece. */
export function useRows<Row extends RowData>(props: DataTableProps<Row>): Rows<Row> {
  const { columns, rows, keyOf, lazy } = props;
  const definitions = useMemo<ColumnDef<typeof features, Row>[]>(
    () =>
      columns.map((column) => ({
        id: column.id,
        accessorFn: (row: Row) => column.value?.(row) ?? undefined,
        enableSorting: column.sortable === true,
        sortFn: (a, b, id) => compareValues(a.getValue(id), b.getValue(id)),
        sortUndefined: 'last',
      })),
    [columns],
  );
  const [ownSorting, setOwnSorting] = useState<SortingState>(props.defaultSort ? [props.defaultSort] : []);
  const manual = props.onSortChange !== undefined;
  const sorting = useMemo(
    () => (manual ? (props.sort ? [props.sort] : []) : ownSorting),
    [manual, props.sort, ownSorting],
  );
  const table = useTable({
    features,
    columns: definitions,
    data: rows as Row[],
    getRowId: keyOf,
    manualSorting: manual,
    enableMultiSort: false,
    state: { sorting },
    onSortingChange: (updater) => {
      const next = typeof updater === 'function' ? updater(sorting) : updater;
      if (manual) props.onSortChange?.(next[0] ?? null);
      else setOwnSorting(next);
    },
  });
  const list = table.getRowModel().rows;
  return {
    count: lazy ? lazy.total : list.length,
    rowOf: (index) => {
      if (!lazy) return list[index];
      const row = lazy.rowAt(index);
      return row === undefined ? undefined : { id: keyOf(row), original: row };
    },
    list,
    sort: sorting[0] ?? null,
    toggleSort: (column) => {
      const now = sorting[0];
      const first = column.sortDescFirst ?? false;
      const next: Sort | null =
        now?.id !== column.id
          ? { id: column.id, desc: first }
          : now.desc === first
            ? { id: column.id, desc: !first }
            : null;
      table.setSorting(next ? [next] : []);
    },
  };
}
