import type { ResourceViews } from '../resources/frame.ts';

/** The part of the module that loads with the frame. */
export const testReportViews: ResourceViews = {
  list: () => import('./report-list-views.tsx').then((module) => module.listViews),
  page: () => import('./report-page-views.ts').then((module) => module.pageViews),
};
