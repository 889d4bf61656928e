/** The tab that a URL selects, if it exists; otherwise the first. */
export function tabFromUrl<Id extends string>(params: URLSearchParams, tabs: readonly Id[]): Id {
  const tab = params.get('tab');
  return tabs.find((each) => each === tab) ?? tabs[0]!;
}
