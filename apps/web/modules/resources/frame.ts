/** The only part of this module that the frame loads with the first page. */
export { resourcePages } from './resource-pages.ts';
export {
  type ListViews,
  type PageViews,
  provideViews,
  type ResourceViews,
  type ViewLoaders,
} from './views.ts';

export const loadScrapReasonInput = () => import('./form/scrap-reason-input.tsx');
export const loadChemistriesInput = () => import('./form/chemistries-input.tsx');
