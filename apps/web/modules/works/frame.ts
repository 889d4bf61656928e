import { documentViews } from '../documents/frame.ts';
import type { ResourceViews } from '../resources/frame.ts';

/** The part of the module that loads with the frame. */
export const productionViews: ResourceViews = {
  list: () => import('./list-views.ts').then((module) => module.productionList()),
  page: documentViews('production').page,
};
export const assayViews: ResourceViews = {
  list: () => import('./list-views.ts').then((module) => module.assayList),
};
export const runViews: ResourceViews = {
  list: documentViews('recyclingRun').list,
  page: () => import('./run-page-views.ts').then((module) => module.runPage()),
};
