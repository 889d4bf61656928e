/** The pages on which roles begin, and which show their first steps: portal, main account, back office. */
const HOMES: readonly (string | null)[] = ['/home/index', '/operationStatuss/index', '/backoffice/home'];

/** Whether the first page of an account shows first steps: staff may have a role without the overview. */
export const showsFirstSteps = (home: string | null): boolean => HOMES.includes(home);
