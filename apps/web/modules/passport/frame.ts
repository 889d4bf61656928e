import type { EntityViews } from '../resources/frame.ts';

/** What the frame loads with the first page: nothing of the module but this comes with it. */
export const passportViews: EntityViews = {
  list: () => import('./list-views.tsx').then((module) => module.passportList),
  page: () => import('./page-views.ts').then((module) => module.passportPage),
};
export const passportModelViews: EntityViews = {
  page: () => import('./page-views.ts').then((module) => module.modelPage),
};
