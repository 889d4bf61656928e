/** Pure: saved views and the address of a list. */

/** Parameters that belong to the moment, not to a view. */
const PASSING = ['view', 'page', 'current_page'];

/** What of an address a view keeps: filters and order, in a fixed order so that two can be compared. */
export function queryOfView(params: URLSearchParams): string {
  const kept = new URLSearchParams(params);
  for (const key of PASSING) kept.delete(key);
  kept.sort();
  return kept.toString();
}

/** The address that shows a view. */
export function paramsOfView(id: string, query: string): URLSearchParams {
  const params = new URLSearchParams(query);
  for (const key of PASSING) params.delete(key);
  params.set('view', id);
  return params;
}

/** Whether an address asks for a view and says nothing else, as its link does. */
export function isBareLink(params: URLSearchParams): boolean {
  return params.has('view') && queryOfView(params) === '';
}
