import { type QueryClient, queryOptions } from '@tanstack/react-query';
import {
  getPreference,
  listViews,
  putPreference,
  type TableView,
  tableView,
} from '@voltloop/contract/calls/preferences.ts';
import { call } from '../../api/call.ts';

/** An account's table settings and saved views. */

/** The saved settings of a screen's table; null when there are none, or when they are no longer readable. */
export const savedTable = (account: string, screen: string) =>
  queryOptions({
    queryKey: ['preferences', account, 'table', screen],
    staleTime: 5 * 60_000,
    queryFn: async ({ signal }): Promise<TableView | null> => {
      const { value } = await call(getPreference, { params: { key: `table.${screen}` }, signal });
      return tableView.nullable().catch(null).parse(value);
    },
  });

/**
 * Sets the cached table settings to the account's latest choice. A pending response has the earlier settings, and is
 * cancelled.
 */
export function setCachedTable(
  client: QueryClient,
  account: string,
  screen: string,
  look: TableView | null,
): void {
  const { queryKey } = savedTable(account, screen);
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
 * Saves table settings on the server. Moving a column by keyboard changes them faster than the server responds: one
 * request runs at a time, and the newest settings go next.
 */
export function tableSaver(
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
