/** What the frame loads with the first page: nothing of the module but this comes with it. */
export const loadGeofencePage = () => import('./page-views.tsx').then((module) => module.pageViews);
export const loadPositionInput = () => import('./position-input.tsx');
