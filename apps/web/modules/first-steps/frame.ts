/** What the frame loads with the first page: nothing of the module but this comes with it. */
export { framedFirstSteps } from './homes.ts';
export { usePointing } from './pointing.ts';

export const loadFirstSteps = () => import('./first-steps.tsx');
export const loadPointer = () => import('./pointer.tsx');
export const loadRestart = () => import('./restart.ts');
