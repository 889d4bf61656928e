/** What the frame loads with the first page: nothing of the module but this comes with it. */
export const loadGeofenceViews = () => import('./views.tsx');
export const loadPositionInput = () => import('./position-input.tsx');
