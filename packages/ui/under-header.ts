import { createContext, type ReactNode } from 'react';

/** What the frame shows below the head of a page, above what the page itself shows; nothing on most. */
export const UnderHeader = createContext<ReactNode>(null);
