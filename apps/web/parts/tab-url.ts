/** The tab an address asks for, among those that there are; the first of them for any other. */
export function tabFromUrl<Id extends string>(params: URLSearchParams, tabs: readonly Id[]): Id {
  const wanted = params.get('tab');
  return tabs.find((each) => each === wanted) ?? tabs[0]!;
}
