import { documentViews } from '../documents/frame.ts';
import type { EntityViews } from '../resources/frame.ts';

/** The part of the module that loads with the frame. */
export const productionViews: EntityViews = {
  list: () => import('./list-views.ts').then((module) => module.productionList()),
  page: documentViews('production').page,
};
export const assayViews: EntityViews = {
  list: () => import('./list-views.ts').then((module) => module.assayList),
};
export const runViews: EntityViews = {
  list: documentViews('recyclingRun').list,
  page: () => import('./run-page-views.ts').then((module) => module.runPage()),
};
