import type { RowData } from '@tanstack/react-table';
import { useRef } from 'react';
import type { DataTableProps } from './types.ts';
import type { Rows } from './use-rows.ts';

export interface Selection {
  has: (id: string) => boolean;
  all: boolean;
  some: boolean;
  toggleAll: () => void;
  /** Toggles one row; with `range`, sets all rows from the last one to its new state. */
  toggle: (index: number, range: boolean) => void;
}

/** Selecting rows: one, a range (Shift), all. Null in tables without selection. */
export function useSelection<Row extends RowData>(
  props: DataTableProps<Row>,
  rows: Rows<Row>,
): Selection | null {
  const { selected, onSelectedChange, onSelectAll, lazy, keyOf } = props;
  const anchor = useRef(0);
  const latest = useRef(selected);
  latest.current = selected;
  if (!onSelectedChange) return null;

  const { count, list, rowOf } = rows;
  const chosen = selected?.size ?? 0;
  const all = onSelectAll
    ? count > 0 && chosen >= count
    : list.length > 0 && list.every((row) => selected?.has(row.id));
  const some = !all && (onSelectAll ? chosen > 0 : list.some((row) => selected?.has(row.id)));

  const set = (ids: Iterable<string>, on: boolean) => {
    const next = new Set(latest.current);
    for (const id of ids) {
      if (on) next.add(id);
      else next.delete(id);
    }
    onSelectedChange(next);
  };
  return {
    has: (id) => selected?.has(id) ?? false,
    all,
    some,
    toggleAll: () => {
      if (all) onSelectedChange(new Set());
      else if (onSelectAll) onSelectAll();
      else
        set(
          list.map((row) => row.id),
          true,
        );
    },
    toggle: (index, range) => {
      const row = rowOf(index);
      if (!row) return;
      const on = !selected?.has(row.id);
      const first = range ? Math.min(anchor.current, index) : index;
      const last = range ? Math.max(anchor.current, index) : index;
      anchor.current = index;
      const between: string[] = [];
      for (let i = first; i <= last; i++) {
        const each = rowOf(i);
        if (each) between.push(each.id);
      }
      set(between, on);
      // Rows of the range that were never visible are fetched first, and selected when they have loaded.
      if (between.length < last - first + 1 && lazy?.rowsBetween)
        void lazy.rowsBetween(first, last).then((fetched) => set(fetched.map(keyOf), on));
    },
  };
}
