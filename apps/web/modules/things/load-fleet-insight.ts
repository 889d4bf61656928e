/** Loads versions and installations on demand. */
export const loadFleetInsight = () => import('./fleet-insight.tsx');
