import type { List } from '@voltloop/contract/lists/define-list.ts';
import { useMemo } from 'react';
import type { ListPlace } from './use-list-place.ts';
import { useStateOfFilter } from './use-state-of-filter.ts';

/** The selected rows of a list, over all its pages. */
export interface ListSelection<Row> {
  ids: ReadonlySet<string>;
  /** Those of the rows that have been loaded; {@link chooseIds} loads none. */
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  choose: (rows: readonly Row[]) => void;
  /** Selects by id; of rows in `known`, and those selected before, the row stays known. */
  chooseIds: (ids: Iterable<string>, known?: readonly Row[]) => void;
  clear: () => void;
}

const NONE: ReadonlyMap<string, never> = new Map<string, never>();

/**
 * The selection of a list; another search or filter begins without one.
 * @param among Only these rows can be selected, and are known as they are here
 */
export function useListSelection<L extends List, Row>(
  { view }: ListPlace<L>,
  keyOf: (row: Row) => string,
  among?: readonly Row[],
): ListSelection<Row> {
  const { page: _page, size: _size, sort: _sort, order: _order, ...filter } = view;
  const [held, setChosen] = useStateOfFilter<ReadonlyMap<string, Row | null>>(filter, NONE);
  const chosen: ReadonlyMap<string, Row | null> = among
    ? new Map(among.filter((row) => held.has(keyOf(row))).map((row) => [keyOf(row), row]))
    : held;
  return {
    ids: useMemo(() => new Set(chosen.keys()), [chosen]),
    rows: [...chosen.values()].filter((row) => row !== null),
    keyOf,
    choose: (rows) => setChosen(new Map(rows.map((row) => [keyOf(row), row]))),
    chooseIds: (ids, known = []) => {
      const rows = new Map(known.map((row) => [keyOf(row), row]));
      setChosen(new Map([...ids].map((id) => [id, rows.get(id) ?? chosen.get(id) ?? null])));
    },
    clear: () => setChosen(NONE),
  };
}
