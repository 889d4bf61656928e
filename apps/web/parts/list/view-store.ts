import { type QueryClient, queryOptions } from '@tanstack/react-query';
import {
  getPreference,
  listViews,
  putPreference,
  type TableView,
  tableView,
} from '@voltloop/contract/calls/preferences.ts';
import { call } from '../../api/call.ts';

/** What the lists of the console ask about how this account likes them. */

/** The look of one screen's table as it was kept; null when it never was, or when nobody can read it any more. */
export const keptTable = (account: string, screen: string) =>
  queryOptions({
    queryKey: ['preferences', account, 'table', screen],
    staleTime: 5 * 60_000,
    queryFn: async ({ signal }): Promise<TableView | null> => {
      const { value } = await call(getPreference, { params: { key: `table.${screen}` }, signal });
      return tableView.nullable().catch(null).parse(value);
    },
  });

/**
 * The look of a table as the account has just chosen it, until the next fetch. An answer that was on its way
 * describes the earlier look, and is dropped.
 */
export function choseTable(
  client: QueryClient,
  account: string,
  screen: string,
  look: TableView | null,
): void {
  const { queryKey } = keptTable(account, screen);
  void client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, look);
}

export const savedViews = (account: string, screen: string) =>
  queryOptions({
    queryKey: ['preferences', account, 'views', screen],
    staleTime: 60_000,
    queryFn: ({ signal }) => call(listViews, { query: { screen }, signal }),
  });

/**
 * Keeps the look of a table on the server. Changes come faster than answers while a column is moved by keys: one
 * request is on its way at a time, and the newest look goes next.
 */
export function tableKeeper(
  screen: string,
  onError: (error: unknown) => void,
  put: (value: TableView | null) => Promise<unknown> = (value) =>
    call(putPreference, { params: { key: `table.${screen}` }, body: value ? { value } : {} }),
): (view: TableView | null) => void {
  let busy = false;
  let next: { view: TableView | null } | null = null;
  const run = async () => {
    busy = true;
    while (next) {
      const { view } = next;
      next = null;
      await put(view).catch(onError);
    }
    busy = false;
  };
  return (view) => {
    next = { view };
    if (!busy) void run();
  };
}
