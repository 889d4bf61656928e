/** What the frame loads with the first page: nothing of the module but this comes with it. */
export { resourcePages } from './resource-pages.ts';
export { type EntityViews, type ListViews, type PageViews, provideViews, type ViewLoaders } from './views.ts';

export const loadScrapReasonInput = () => import('./form/scrap-reason-input.tsx');
export const loadChemistriesInput = () => import('./form/chemistries-input.tsx');
