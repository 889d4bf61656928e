/** Pure: saved views and the URL of a list. */

/** Parameters that do not belong to a view. */
const PASSING = ['view', 'page', 'current_page'];

/** The part of a URL that a view saves: filters and order, sorted so that two can be compared. */
export function queryOfView(params: URLSearchParams): string {
  const kept = new URLSearchParams(params);
  for (const key of PASSING) kept.delete(key);
  kept.sort();
  return kept.toString();
}

/** The URL parameters of a view. */
export function paramsOfView(id: string, query: string): URLSearchParams {
  const params = new URLSearchParams(query);
  for (const key of PASSING) params.delete(key);
  params.set('view', id);
  return params;
}

/** Whether a URL contains only the id of a view, like a shared link. */
export function isBareLink(params: URLSearchParams): boolean {
  return params.has('view') && queryOfView(params) === '';
}
