/** The pages on which roles begin and which show first steps unasked: portal, main account, back office. */
const HOMES: readonly string[] = ['/home/index', '/operationStatuss/index', '/backoffice/home'];

/**
 * The first page of an account where the frame has to show the first steps; null where the page does so itself. Staff
 * whose role has no right to the overview begin on a list.
 */
export const framedFirstSteps = (home: string | null): string | null =>
  home === null || HOMES.includes(home) ? null : home;
