/** What the frame loads with the first page: nothing of the module but this comes with it. */
export const loadStorePage = () => import('./store.page-views.tsx');
