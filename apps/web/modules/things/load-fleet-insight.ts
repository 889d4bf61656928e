/** Versions and installations come when they are shown. */
export const loadFleetInsight = () => import('./fleet-insight.tsx');
