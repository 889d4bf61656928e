/** What the frame loads with the first page: nothing of the module but this comes with it. */
export const loadDocumentViews = (kind: string) =>
  import('./views.tsx').then((module) => module.documentViews(kind));
