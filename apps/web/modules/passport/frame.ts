import type { ResourceViews } from '../resources/frame.ts';

/** The part of the module that loads with the frame. */
export const passportViews: ResourceViews = {
  list: () => import('./list-views.tsx').then((module) => module.passportList),
  page: () => import('./page-views.ts').then((module) => module.passportPage),
};
export const passportModelViews: ResourceViews = {
  page: () => import('./page-views.ts').then((module) => module.modelPage),
};
