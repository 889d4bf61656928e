import type { ListViews, PageViews } from '../resources/frame.ts';

/** The part of the module that loads with the frame. */
export const documentViews = (kind: string) => ({
  list: (): Promise<ListViews> => import('./list-views.tsx').then((module) => module.documentList(kind)),
  page: (): Promise<PageViews> => import('./page-views.tsx').then((module) => module.documentPage(kind)),
});
