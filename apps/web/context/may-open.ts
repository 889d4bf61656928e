import { createContext, useContext } from 'react';

/**
 * Whether the guard would let the signed-in account open a path. Pages ask here, not the site map: the site map names
 * the pages, and must not come back through them.
 */
export const MayOpen = createContext<(path: string) => boolean>(() => false);

export const useMayOpen = () => useContext(MayOpen);
