/** The part of the module that loads with the frame. */
export { backofficeViews } from './views.ts';
