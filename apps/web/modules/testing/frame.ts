import type { EntityViews } from '../resources/frame.ts';

/** What the frame loads with the first page: nothing of the module but this comes with it. */
export const testReportViews: EntityViews = {
  list: () => import('./report-list-views.tsx').then((module) => module.listViews),
  page: () => import('./report-page-views.ts').then((module) => module.pageViews),
};
