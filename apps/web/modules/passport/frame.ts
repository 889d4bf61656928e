/** What the frame loads with the first page: nothing of the module but this comes with it. */
export const loadPassportViews = () => import('./views.tsx').then((module) => module.passportViews);
export const loadPassportModelViews = () => import('./views.tsx').then((module) => module.modelViews);
