/** The server queries of a resource's pages: one key and one call per query. */

import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Related, Resource } from '@voltloop/resource-kit';
import { call } from '../../api/call.ts';
import { callResource } from './call-resource.ts';
import { conditionsOf, type ListView } from './list/list-url.ts';
import { type Loaded, load } from './loaded.ts';
import type { Row } from './views.ts';

/** Rows that a picker lists at first; typing narrows the list. */
const OFFERED = 20;
/** Maximum of rows selected at once, as the calls accept. */
export const MAX_SELECTED = 1000;

/** The part of a view that filters and sorts rows, as call parameters. */
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

/** One page of a list; without its total if counting takes longer than reading the rows. */
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

/** Number of rows that match a view. */
export const rowsTotal = (loaded: Loaded, view: ListView, zone: string) => {
  const { sort: _sort, order: _order, ...choice } = chosenBy(loaded.resource, view, zone);
  return queryOptions({
    queryKey: ['rows', loaded.resource.name, 'total', choice],
    queryFn: async ({ signal }) => totalOf(await findPage(loaded, { page: 1, size: 0, ...choice }, signal)),
  });
};

/** The total of an answer that was requested with one. */
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

/** Number of rows of another resource that refer to a row. */
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

/** The first rows that match a view, as many as can be selected at once. */
export const rowsToChoose = (loaded: Loaded, view: ListView, zone: string) =>
  findPage(loaded, { page: 1, size: MAX_SELECTED, ...chosenBy(loaded.resource, view, zone) });

const findById = ({ resource, calls }: Loaded, id: string, signal?: AbortSignal) =>
  callResource(calls, 'findById', { [resource.idQuery ?? 'id']: id }, signal);

/** One row, with unmasked personal data for users with that right; the server audits each such read. */
export const oneRow = (loaded: Loaded, id: string) =>
  queryOptions({
    queryKey: ['rows', loaded.resource.name, 'row', id],
    staleTime: 60_000,
    queryFn: ({ signal }) => findById(loaded, id, signal),
  });

/** The current state of one row of another resource than that of the page. */
export const readRow = async (name: string, id: string): Promise<Row> => findById(await load(name), id);

/** The audit trail of a row, newest first. */
export const rowHistory = ({ resource, calls }: Loaded, id: string) =>
  queryOptions({
    queryKey: ['rows', resource.name, 'history', id],
    queryFn: ({ signal }) => call(calls.history, { query: { id }, signal }),
  });

/** Rows that match a search, for a picker; only those whose fields have the values of `among`. */
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

/** Invalidates everything that shows rows of resources or their titles. */
export const rowsChanged = (client: QueryClient) => client.invalidateQueries({ queryKey: ['rows'] });

/** The title of one row, for a choice known only by its id; '' if it was deleted. */
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
