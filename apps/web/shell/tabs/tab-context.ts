import { createContext, useContext, useEffect } from 'react';
import { setTabText } from './tabs-store.ts';

/** The path of the tab that a page lives in, whatever is shown now. */
export const TabPath = createContext('');

/** Gives the page's tab a telling title, e.g. a device's id; undefined leaves the route's. */
export function useTabTitle(text: string | undefined): void {
  const path = useContext(TabPath);
  useEffect(() => {
    if (text && path) setTabText(path, text);
  }, [text, path]);
}
