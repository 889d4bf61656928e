/** What the frame loads with the first page: nothing of the module but this comes with it. */
export const loadProductionViews = () => import('./views.tsx').then((module) => module.productionViews());
export const loadAssayViews = () => import('./views.tsx').then((module) => module.assayViews);
export const loadRunViews = () => import('./views.tsx').then((module) => module.runViews());
