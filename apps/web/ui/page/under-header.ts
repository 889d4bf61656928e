import { createContext, type ReactNode } from 'react';

/** Content that the layout shows below the header of a page, above the page's own; empty on most pages. */
export const UnderHeader = createContext<ReactNode>(null);
