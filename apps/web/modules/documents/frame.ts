import type { ListViews, PageViews } from '../resources/frame.ts';

/** What the frame loads with the first page: nothing of the module but this comes with it. */
export const documentViews = (kind: string) => ({
  list: (): Promise<ListViews> => import('./list-views.tsx').then((module) => module.documentList(kind)),
  page: (): Promise<PageViews> => import('./page-views.tsx').then((module) => module.documentPage(kind)),
});
