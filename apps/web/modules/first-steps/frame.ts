/** The only part of this module that the frame loads with the first page. */
export { framedFirstSteps } from './homes.ts';
export { usePointing } from './pointing.ts';

export const loadFirstSteps = () => import('./first-steps.tsx');
export const loadPointer = () => import('./pointer.tsx');
export const loadRestart = () => import('./restart.ts');
