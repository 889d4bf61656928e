/** What the pages of an entity ask the server: one key and one call for each question. */

import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Related, Resource } from '@voltloop/resource-kit';
import { call } from '../../api/call.ts';
import { callResource } from './call-resource.ts';
import { conditionsOf, type ListView } from './list/list-url.ts';
import { type Loaded, load } from './loaded.ts';
import type { Row } from './views.ts';

/** Rows that a picker offers at first; typing more letters narrows the list. */
const OFFERED = 20;
/** The most rows that are chosen at once: what the calls take. */
export const MOST_CHOSEN = 1000;

/** What of a view chooses rows and orders them, as the calls take it. */
export function chosenBy(resource: Resource, view: ListView, zone: string) {
  const conditions = conditionsOf(resource, view, zone);
  return {
    search: view.search,
    sort: view.sort.field,
    order: view.sort.desc ? ('desc' as const) : ('asc' as const),
    ...(conditions.length > 0 ? { filter: JSON.stringify(conditions) } : {}),
  };
}

const findPage = ({ calls }: Loaded, query: Record<string, unknown>, signal?: AbortSignal) =>
  callResource(calls, 'findPage', query, signal);

/** One page of a list; without its total where counting takes longer than the rows. */
export const rowsPage = (loaded: Loaded, view: ListView, zone: string) =>
  queryOptions({
    queryKey: ['rows', loaded.resource.name, 'page', view, zone],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      findPage(
        loaded,
        { page: view.page, size: view.size, count: 'later', ...chosenBy(loaded.resource, view, zone) },
        signal,
      ),
  });

/** How many rows a view finds. */
export const rowsTotal = (loaded: Loaded, view: ListView, zone: string) => {
  const { sort: _sort, order: _order, ...choice } = chosenBy(loaded.resource, view, zone);
  return queryOptions({
    queryKey: ['rows', loaded.resource.name, 'total', choice],
    queryFn: async ({ signal }) => totalOf(await findPage(loaded, { page: 1, size: 0, ...choice }, signal)),
  });
};

/** The total of an answer that was asked for with one. */
function totalOf({ total }: { total: number | null }): number {
  if (total === null) throw new Error('The answer has no total');
  return total;
}

/** One page of the rows whose reference `by` is this row, in the order of their list. */
export const relatedRows = (loaded: Loaded, by: string, id: string, page: { page: number; size: number }) =>
  queryOptions({
    queryKey: ['rows', loaded.resource.name, 'related', by, id, page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const { field, desc } = loaded.resource.list.sort;
      const filter = JSON.stringify([{ field: by, op: 'equals', value: id }]);
      return findPage(loaded, { ...page, sort: field, order: desc ? 'desc' : 'asc', filter }, signal);
    },
  });

/** How many rows of another entity refer to a row. */
export const relatedCount = ({ resource: name, by }: Related, id: string) =>
  queryOptions({
    queryKey: ['rows', name, 'related', by, id, 'count'],
    staleTime: 30_000,
    meta: { silent: true },
    queryFn: async ({ signal }) => {
      const filter = JSON.stringify([{ field: by, op: 'equals', value: id }]);
      return totalOf(await findPage(await load(name), { page: 1, size: 0, filter }, signal));
    },
  });

/** The first rows that a view finds, as many as can be chosen at once. */
export const rowsToChoose = (loaded: Loaded, view: ListView, zone: string) =>
  findPage(loaded, { page: 1, size: MOST_CHOSEN, ...chosenBy(loaded.resource, view, zone) });

const findById = ({ resource, calls }: Loaded, id: string, signal?: AbortSignal) =>
  callResource(calls, 'findById', { [resource.idQuery ?? 'id']: id }, signal);

/** One row, personal data whole for those who may read them; each such reading is noted by the server. */
export const oneRow = (loaded: Loaded, id: string) =>
  queryOptions({
    queryKey: ['rows', loaded.resource.name, 'row', id],
    staleTime: 60_000,
    queryFn: ({ signal }) => findById(loaded, id, signal),
  });

/** One row of another entity than that of the page, as it is now. */
export const readRow = async (name: string, id: string): Promise<Row> => findById(await load(name), id);

/** What happened to a row, newest first. */
export const rowHistory = ({ resource, calls }: Loaded, id: string) =>
  queryOptions({
    queryKey: ['rows', resource.name, 'history', id],
    queryFn: ({ signal }) => call(calls.history, { query: { id }, signal }),
  });

/** Rows that fit a search, for a picker; only those whose fields have the values of `among`. */
export const offeredRows = (
  { resource, calls }: Loaded,
  wanted: { search: string; among: Readonly<Record<string, string>> },
) =>
  queryOptions({
    queryKey: ['rows', resource.name, 'offered', wanted],
    staleTime: 15_000,
    placeholderData: keepPreviousData,
    meta: { silent: true },
    queryFn: ({ signal }) =>
      callResource(calls, 'lookup', { ...wanted.among, search: wanted.search, limit: OFFERED }, signal),
  });

/** After a change of an entity: everything that shows its rows, or their titles, asks again. */
export const rowsChanged = (client: QueryClient) => client.invalidateQueries({ queryKey: ['rows'] });

/** The title of one row, for a choice that came by its id alone; '' when it was deleted. */
export const titleById = (name: string, loaded: () => Promise<Loaded>, id: string) =>
  queryOptions({
    queryKey: ['rows', name, 'title', id],
    staleTime: 5 * 60_000,
    meta: { silent: true },
    queryFn: async ({ signal }) => {
      const { calls } = await loaded();
      const found = await callResource(calls, 'lookup', { ids: id }, signal);
      return found.find((row) => row.id === id)?.title ?? '';
    },
  });
