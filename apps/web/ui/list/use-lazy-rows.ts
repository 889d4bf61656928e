import { type UseQueryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { LazyRows } from '../table/types.ts';

/** A page of a lazy list. */
interface RowsPage<Row> {
  list: Row[];
  total: number;
}

// biome-ignore lint/suspicious/noExplicitAny: keys of any form
type PageQuery = UseQueryOptions<any, Error, any, any> & { queryKey: readonly unknown[] };

/** A list that is loaded while it is scrolled. */
export interface LazyList<Row> extends LazyRows<Row> {
  loading: boolean;
  fetching: boolean;
  error: unknown;
  retry: () => void;
}

/** Pages fetched at once; a screen shows fewer rows. */
const MOST_PAGES = 5;
/** Rows fetched ahead in both directions, so that slow scrolling never shows a placeholder row. */
const AHEAD = 20;

/**
 * The rows of a list as they are scrolled to, page by page. While another view loads, the former rows stay.
 * @param wanted What the list shows; the same object while it shows the same
 * @param pageOf The query of a page, from 0
 * @param size Rows of a page
 */
export function useLazyRows<Row, Wanted>(
  wanted: Wanted,
  pageOf: (wanted: Wanted, page: number) => PageQuery,
  size: number,
): LazyList<Row> & { rowsBetween: NonNullable<LazyRows<Row>['rowsBetween']> } {
  const client = useQueryClient();
  const first = useQuery<RowsPage<Row>>(pageOf(wanted, 0));
  const [shown, setShown] = useState(wanted);
  if (first.data && shown !== wanted) setShown(() => wanted);
  const view = first.data ? wanted : shown;

  const [firstPage, setFirstPage] = useState(0);
  const [lastPage, setLastPage] = useState(0);
  const needed = useMemo(
    () => Array.from({ length: Math.min(lastPage - firstPage + 1, MOST_PAGES) }, (_, i) => firstPage + i),
    [firstPage, lastPage],
  );
  const visible = useQueries({ queries: needed.map((page) => pageOf(view, page)) });

  // A table needs many rows at each render: the cache is read once per page.
  const pages = new Map<number, RowsPage<Row> | undefined>();
  const pageAt = (page: number): RowsPage<Row> | undefined => {
    if (!pages.has(page)) {
      const current = visible[needed.indexOf(page)]?.data as RowsPage<Row> | undefined;
      pages.set(page, current ?? client.getQueryData<RowsPage<Row>>(pageOf(view, page).queryKey));
    }
    return pages.get(page);
  };
  const total = pageAt(0)?.total ?? visible.find((page) => page.data)?.data?.total ?? 0;
  return {
    total: Math.max(total, 0),
    rowAt: (index) => pageAt(Math.floor(index / size))?.list[index % size],
    onRange: useCallback(
      (from: number, to: number) => {
        setFirstPage(Math.floor(Math.max(0, from - AHEAD) / size));
        setLastPage(Math.floor((to + AHEAD) / size));
      },
      [size],
    ),
    rowsBetween: async (from, to) => {
      const rows: Row[] = [];
      for (let page = Math.floor(from / size); page <= Math.floor(to / size); page++) {
        const { list } = (await client.fetchQuery(pageOf(view, page))) as RowsPage<Row>;
        const start = page * size;
        rows.push(...list.slice(Math.max(from - start, 0), to - start + 1));
      }
      return rows;
    },
    loading: first.isPending && total === 0,
    fetching: first.isFetching || visible.some((page) => page.isFetching),
    error: first.error,
    retry: () => void first.refetch(),
  };
}
