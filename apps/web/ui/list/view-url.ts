/** Pure: saved views and the URL of a list. */

/** Parameters that do not belong to a view. */
const PASSING = ['view', 'page', 'current_page'];

/**
 * The part of a URL that a view saves: filters and order, sorted so that two can be compared.
 * @param own The parameters of the list, where the URL has others too
 */
export function queryOfView(params: URLSearchParams, own?: readonly string[]): string {
  const kept = new URLSearchParams([...params].filter(([key]) => !own || own.includes(key)));
  for (const key of PASSING) kept.delete(key);
  kept.sort();
  return kept.toString();
}

/** The URL parameters of a view; those of `now` that are not `own` are kept. */
export function paramsOfView(
  id: string,
  query: string,
  now?: URLSearchParams,
  own?: readonly string[],
): URLSearchParams {
  const params = new URLSearchParams([
    ...paramsOfOthers(now, own),
    ...new URLSearchParams(queryOfView(new URLSearchParams(query), own)),
  ]);
  params.set('view', id);
  return params;
}

/** The parameters of `now` that are neither the list's own nor name a view. */
export function paramsOfOthers(now = new URLSearchParams(), own?: readonly string[]): URLSearchParams {
  const kept = [...now].filter(([key]) => own && !own.includes(key) && !PASSING.includes(key));
  return new URLSearchParams(kept);
}

/** Whether a URL names a view and nothing else of the list, like a shared link. */
export function isBareLink(params: URLSearchParams, own?: readonly string[]): boolean {
  return params.has('view') && queryOfView(params, own) === '';
}
