import { createContext, useContext } from 'react';

/**
 * Whether the guard allows the signed-in account to open a path. Pages call this instead of importing the site map, which
 * imports the pages and would make the import circular.
 */
export const MayOpen = createContext<(path: string) => boolean>(() => false);

export const useMayOpen = () => useContext(MayOpen);
