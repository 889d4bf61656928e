/** The part of the module that loads with the frame. */
export const loadStorePage = () => import('./store.page-views.tsx');
