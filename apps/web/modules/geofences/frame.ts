/** The only part of this module that the frame loads with the first page. */
export const loadGeofencePage = () => import('./page-views.tsx').then((module) => module.pageViews);
export const loadPositionInput = () => import('./position-input.tsx');
