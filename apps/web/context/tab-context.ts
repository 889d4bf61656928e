import { createContext, useContext, useEffect } from 'react';

/** Names the tab that a page lives in, whatever is shown now; a page without a tab has nothing to name. */
export const TabTitle = createContext<(text: string) => void>(() => {});

/** Gives the page's tab a specific title, e.g. a device's id; undefined leaves the route's. */
export function useTabTitle(text: string | undefined): void {
  const setTitle = useContext(TabTitle);
  useEffect(() => {
    if (text) setTitle(text);
  }, [text, setTitle]);
}

/** Closes the tab that a page lives in and goes to an address; a page without a tab only goes. */
export const FinishTab = createContext<(to: string) => void>(() => {});

/** For a form that is done: its tab goes, with nothing left in it to ask about, and another page comes. */
export const useFinishTab = () => useContext(FinishTab);
