/** Start pages that show the first steps themselves: portal, main account, back office. */
const HOMES: readonly string[] = ['/home/index', '/operationStatuss/index', '/backoffice/home'];

/**
 * The start page of an account on which the frame must show the first steps; null if the page does so itself. Staff
 * whose role has no right to the overview start on a list.
 */
export const framedFirstSteps = (home: string | null): string | null =>
  home === null || HOMES.includes(home) ? null : home;
