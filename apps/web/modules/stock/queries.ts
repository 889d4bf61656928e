import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  findStockContents,
  findStockItem,
  findStockStores,
  findStoreStock,
  type StockContent,
} from '@voltloop/contract/calls/stock.ts';
import { findTrace } from '@voltloop/contract/calls/works.ts';
import type { CallFilters } from '@voltloop/contract/lists/define-list.ts';
import type { stockContentsList } from '@voltloop/contract/lists/stock-contents.list.ts';
import { call } from '../../api/call.ts';
import type { ListPlace } from '../../ui/list/use-list-place.ts';

/** Begins with `rows`: posting a document changes stock too, and everything that shows rows is refetched. */
const key = (...rest: unknown[]) => ['rows', 'stock', ...rest];
const on = (day: string) => (day ? { day } : {});

export const allStores = (day: string) =>
  queryOptions({
    queryKey: key('stores', day),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(findStockStores, { query: on(day), signal }),
  });

export const oneStore = (id: string, day: string) =>
  queryOptions({
    queryKey: key('store', id, day),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(findStoreStock, { query: { id, ...on(day) }, signal }),
  });

type Contents = typeof stockContentsList;

export const contentsPage = (id: string, { wanted, view: { page, size } }: ListPlace<Contents>) =>
  queryOptions({
    queryKey: key('contents', id, wanted, page, size),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(findStockContents, { query: { id, ...wanted, page, size }, signal }),
  });

/** Largest page size of the call. */
const AT_ONCE = 500;

/** All matches of a filter, up to a limit. */
export async function allContents(
  id: string,
  wanted: CallFilters<Contents>,
  most: number,
): Promise<StockContent[]> {
  const all: StockContent[] = [];
  for (let page = 1; all.length < most; page += 1) {
    const { list } = await call(findStockContents, { query: { id, ...wanted, page, size: AT_ONCE } });
    all.push(...list);
    if (list.length < AT_ONCE) break;
  }
  return all.slice(0, most);
}

/** Origin and destinations of an item. */
export const itemTrace = (id: string) =>
  queryOptions({
    queryKey: key('trace', id),
    queryFn: ({ signal }) => call(findTrace, { query: { id }, signal }),
  });

/** A battery or lot with one page of its moves. */
export const itemPage = (id: string, page: number) =>
  queryOptions({
    queryKey: key('item', id, page),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(findStockItem, { query: { id, page, size: 50 }, signal }),
  });
