import { createContext, useContext, useEffect } from 'react';

/** Sets the title of the tab that a page is in, whichever is visible; does nothing for a page without a tab. */
export const TabTitle = createContext<(text: string) => void>(() => {});

/** Gives the page's tab its own title, e.g. a device's id; undefined restores the route's. */
export function useTabTitle(text: string | undefined): void {
  const setTitle = useContext(TabTitle);
  useEffect(() => {
    if (text) setTitle(text);
  }, [text, setTitle]);
}

/** Closes the page's tab and navigates; without a tab it only navigates. */
export const FinishTab = createContext<(to: string) => void>(() => {});

/** For a form that was saved: closes its tab without a confirmation and navigates. */
export const useFinishTab = () => useContext(FinishTab);
